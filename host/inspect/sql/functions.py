"""Functions of databases that do more than compute (pure constants).

Owns: their names, by what they reach. What stays true: names are in lower case; procedures in upper case, by how they
begin.
"""

from __future__ import annotations

from typing import Final

FILE_FUNCTIONS: Final = frozenset(
    "lo_export lo_import lo_put lo_from_bytea pg_read_file pg_read_binary_file pg_ls_dir pg_stat_file pg_file_write "
    "pg_write_file load_file load_extension sys_exec sys_eval sys_get xp_cmdshell xp_dirtree xp_regread xp_regwrite "
    "openrowset opendatasource openquery utl_http utl_file utl_inaddr httpuritype dbms_scheduler dbms_java "
    "writefile readfile "
    "dblink dblink_exec dblink_connect dblink_send_query pg_execute_server_program query_to_xml http_get "
    "http_post edit "
    "fts3_tokenizer sp_oacreate sp_oamethod copy_program url s3 file_write lo_create".split()
)
PROGRAM_FUNCTIONS: Final = frozenset(
    "sys_exec sys_eval xp_cmdshell pg_execute_server_program sp_oacreate sp_oamethod load_extension dbms_scheduler "
    "dbms_java".split()
)
WRITE_FUNCTIONS: Final = frozenset(
    "setval set_config pg_terminate_backend pg_cancel_backend pg_reload_conf pg_rotate_logfile pg_switch_wal "
    "pg_create_restore_point pg_drop_replication_slot lo_unlink setseed pg_promote".split()
)
WAIT_FUNCTIONS: Final = frozenset("pg_sleep pg_sleep_for sleep benchmark waitfor randomblob dbms_pipe".split())
PROCEDURES: Final = tuple(
    "XP_ SP_OA SP_CONFIGURE SP_ADDSRVROLEMEMBER SP_ADDLOGIN SP_ADD_JOB SP_EXECUTE_EXTERNAL".split()
)
