"""Places that hold secrets, or that programs obey (pure constants).

Owns: their names. What stays true: names are in lower case, with ``/`` between them and ``~`` for anybody's home; each
is looked for as a whole word of a path.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from host.model import Severity
from host.words import say

_MEDIUM, _HIGH = Severity.MEDIUM, Severity.HIGH


class Sensitive(NamedTuple):
    """One kind of place.

    Attributes: what: for a sentence. read, write: how grave it is to read and to change it, None for not at all.
    names: as they stand in a path.
    """

    what: str
    read: Severity | None
    write: Severity | None
    names: tuple[str, ...]


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split("|"))


PLACES: Final = (
    Sensitive(
        say("private keys"),
        _HIGH,
        _HIGH,
        _names(
            "id_rsa|id_dsa|id_ecdsa|id_ed25519|id_ecdsa_sk|id_ed25519_sk|.ppk|.p12|.pfx|.jks|/etc/ssl/private|"
            "/etc/pki/tls/private|ssh_host_rsa_key|ssh_host_ed25519_key|ssh_host_ecdsa_key|privkey.pem|private.pem|"
            "private.key|private_key|privatekey.pem|server.key|/etc/letsencrypt/live|/etc/wireguard|.gnupg|"
            "secring.gpg|private-keys-v1.d|/etc/openvpn|.keystore|/etc/ipsec.secrets|/etc/ppp/chap-secrets|"
            "/etc/swanctl/private|.sui/sui_config|.foundry/keystores|.near-credentials|"
            "administrators_authorized_keys|tls.key|ca.key"
        ),
    ),
    Sensitive(
        say("SSH settings and keys"),
        _HIGH,
        _HIGH,
        _names(".ssh|authorized_keys|authorized_keys2"),
    ),
    Sensitive(
        say("passwords or access keys"),
        _HIGH,
        _HIGH,
        _names(
            ".aws/credentials|.aws/sso/cache|.aws/cli/cache|.azure|.config/gcloud|"
            "application_default_credentials.json|.kube/config|.kube|.docker/config.json|containers/auth.json|"
            ".dockercfg|.netrc|_netrc|"
            ".pgpass|.my.cnf|.mylogin.cnf|.pypirc|~/.npmrc|.git-credentials|.config/git/credentials|"
            ".config/gh/hosts.yml|.config/hub|.vault-token|credentials.tfrc.json|.cargo/credentials|"
            ".cargo/credentials.toml|.gem/credentials|.s3cfg|.boto|rclone.conf|.smbcredentials|.rhosts|"
            "sitemanager.xml|/run/secrets|/secrets/kubernetes.io|/etc/kubernetes|serviceaccount/token|kubeconfig|"
            "admin.conf|.oci/config|.config/doctl|.fly/config.yml|.netlify/config.json|.config/op|.databrickscfg|"
            ".snowsql/config|.dbt/profiles.yml|.kaggle/kaggle.json|"
            ".snowflake|.bluemix|.terraformrc|.ovpn|unattend.xml|appdata/roaming/microsoft/credentials|"
            "appdata/local/microsoft/credentials|roaming/microsoft/protect|.password-store|keyrings|kwallet|"
            "library/keychains|login.keychain|login.keychain-db|keychain-db|keychains|.kdbx|bitwarden|1password|"
            "keepassxc|.lastpass|.config/github-copilot|.heroku|/etc/rancher|k3s.yaml|/var/lib/kubelet|.aliyun|"
            ".tccli|.config/hcloud|vault_pass|.vault_pass.txt|.config/composer/auth.json|.composer/auth.json|"
            ".bundle/config|nuget/nuget.config|credentials-config.json|recentservers.xml|winscp.ini|"
            "simontatham/putty/sessions|.remmina|.config/remmina|share/remmina|.config/glab-cli|.config/openai|"
            ".config/anthropic|.huggingface|huggingface/token|.config/ngrok|.ngrok2|.cloudflared|.wrangler|"
            ".config/stripe|configstore/firebase-tools.json|.expo/state.json|.config/netlify|.config/railway|"
            ".railway|.vercel/auth.json|com.vercel.cli|.supabase/access-token|.config/scaleway|.config/exoscale|"
            ".config/linode-cli|.civo.json|.config/pulumi|.pulumi|.config/borg/keys|sops/age|.config/age|"
            ".config/rbw|/etc/gitlab-runner|gitlab-secrets.json|.gitlab-runner|jenkins/secrets|_github_workflow|"
            "system-connections|wpa_supplicant.conf|krb5cc_|.k5login|rndc.key|.config/doppler|.doppler|"
            ".config/nix/netrc"
        ),
    ),
    Sensitive(
        say("saved logins and cookies of a browser or messenger"),
        _HIGH,
        _HIGH,
        _names(
            "google/chrome|google-chrome|.config/chromium|chromium/default|bravesoftware|.mozilla/firefox|"
            "mozilla/firefox|firefox/profiles|microsoft/edge/user data|microsoft-edge|user data/default|login data|"
            "cookies.sqlite|logins.json|key4.db|key3.db|library/cookies|cookies.binarycookies|library/messages|"
            "library/mail|.thunderbird|telegram desktop/tdata|discord/local storage|signal/sql|signal/config.json|"
            ".config/slack|application support/slack|opera software|.config/discord|"
            ".config/microsoft/microsoft teams|telegramdesktop/tdata|.purple|com.whatsapp|msgstore.db|"
            "library/safari|com.apple.tcc|.config/vivaldi|.config/opera|application support/firefox|"
            "application support/arc|.config/microsoft-edge|local storage/leveldb|network/cookies|.config/element|"
            "application support/addressbook"
        ),
    ),
    Sensitive(
        say("a wallet"),
        _HIGH,
        _HIGH,
        _names(
            "wallet.dat|.bitcoin|.ethereum|.electrum|solana/id.json|exodus.wallet|keystore/utc--|.monero|.litecoin|"
            "metamask|nkbihfbeogaeaoehlefnkodbefgpgknn|ledger live|.bitmonero|wallet.keys|atomic/wallet|.dogecoin|"
            ".zcash|.config/solana|trezor suite|electrum/wallets|.sparrow|walletwasabi"
        ),
    ),
    Sensitive(
        say("accounts and passwords of this system"),
        _HIGH,
        _HIGH,
        _names(
            "/etc/shadow|/etc/shadow-|/etc/gshadow|/etc/sudoers|/etc/sudoers.d|/etc/master.passwd|"
            "/etc/security/opasswd|/etc/pam.d|/etc/krb5.keytab|config/sam|config/security|repair/sam|ntds.dit|"
            "windows/system32/config|hklm/sam|hklm/security|hklm/system|/var/db/dslocal"
        ),
    ),
    Sensitive(
        say("accounts of this system"),
        _MEDIUM,
        _HIGH,
        _names("/etc/passwd|/etc/passwd-|/etc/group|ntuser.dat"),
    ),
    Sensitive(
        say("the container or virtual machine service, which rules the machine"),
        _HIGH,
        _HIGH,
        _names("docker.sock|containerd.sock|podman.sock|crio.sock|libvirt-sock"),
    ),
    Sensitive(
        say("the system's own settings and programs"),
        _MEDIUM,
        _HIGH,
        _names(
            "/etc/hosts|/etc/resolv.conf|/etc/ld.so.preload|/etc/ld.so.conf|/etc/fstab|/etc/ssh|/etc/environment|"
            "/boot|/etc/nsswitch.conf|/etc/selinux|/etc/apt|drivers/etc/hosts|windows/system32|/etc/ssl/certs|"
            "/etc/apparmor.d|/etc/modprobe.d|/lib/security|/lib/modules|site-packages/sitecustomize.py|"
            "usercustomize.py|/system/library"
        ),
    ),
    Sensitive(
        say("what the system runs by itself"),
        _MEDIUM,
        _HIGH,
        _names(
            "/etc/cron|/etc/crontab|/etc/cron.d|/etc/cron.daily|/etc/cron.hourly|/etc/cron.weekly|/etc/anacrontab|"
            "/var/spool/cron|/etc/systemd|systemd/system|systemd/user|/etc/init.d|/etc/rc.local|/etc/rc.d|"
            "launchagents|launchdaemons|.config/autostart|/etc/xdg/autostart|programs/startup|start menu/programs|"
            "currentversion/run|currentversion/runonce|image file execution options|system32/tasks|"
            "/etc/update-motd.d|/etc/udev/rules.d|/etc/inittab|winlogon/shell|/etc/profile|/etc/profile.d|"
            "/etc/bash.bashrc|/etc/zshrc|/etc/zsh|xsession.d|plasma-workspace/env|.local/share/applications|"
            "/etc/x11/xinit|/lib/systemd|if-up.d|networkmanager/dispatcher.d|dhclient-exit-hooks.d|/etc/grub.d|"
            "/boot/grub|library/startupitems|/etc/periodic|com.apple.loginitems|appinit_dlls|"
            "active setup/installed components"
        ),
    ),
    Sensitive(
        say("what a shell runs when it starts"),
        _MEDIUM,
        _HIGH,
        _names(
            ".bashrc|.bash_profile|.bash_login|.bash_logout|.bash_aliases|.profile|.zshrc|.zprofile|.zshenv|.zlogin|"
            ".kshrc|.cshrc|.tcshrc|.xprofile|.xinitrc|.xsessionrc|config.fish|microsoft.powershell_profile.ps1|"
            "profile.ps1|fish/conf.d|.inputrc|.pam_environment|nushell/config.nu|nushell/env.nu|.xonshrc|"
            ".config/elvish|.oh-my-zsh/custom|.bashrc.d|.config/environment.d"
        ),
    ),
    Sensitive(
        say("settings that programs run commands from"),
        _MEDIUM,
        _HIGH,
        _names(
            ".git/hooks|.git/config|.gitconfig|.config/git/config|.gitmodules|.husky|.vscode/tasks.json|"
            ".vscode/launch.json|.vscode/extensions|.config/pip|pip.conf|.gdbinit|.envrc|.pre-commit-config.yaml|"
            ".config/nvim/init|.vimrc|.emacs|.tmux.conf|.wgetrc|.curlrc|.pythonrc|.pth|.yarnrc|.yarnrc.yml|"
            ".config/git/hooks|.idea/workspace.xml|.idea/runconfigurations|.lldbinit|.sqliterc|.psqlrc|.irbrc|"
            ".rprofile|profile_default/startup|.config/mpv/scripts|.screenrc|.docker/cli-plugins|.hammerspoon|"
            ".config/karabiner"
        ),
    ),
    Sensitive(
        say("settings of an AI app, which start programs and hold keys"),
        _MEDIUM,
        _HIGH,
        _names(
            "claude_desktop_config.json|.cursor|.mcp.json|mcp.json|mcp_config.json|.claude|.claude.json|"
            "mcp_settings.json|mcp-settings.json|.codeium|.continue|.gemini|.codex|.windsurf|.aider.conf.yml|"
            "cline_mcp_settings.json|.roo|.amazonq|librechat.yaml|.zed"
        ),
    ),
    Sensitive(
        say("rules that an AI app goes by"),
        None,
        _MEDIUM,
        _names(".cursor/rules|.cursorrules|.windsurfrules|.clinerules|copilot-instructions.md"),
    ),
    Sensitive(
        say("Assent's own rules, keys and log"),
        _HIGH,
        _HIGH,
        _names(
            ".config/assent|.local/share/assent|.local/state/assent|application support/assent|appdata/local/assent|"
            "appdata/roaming/assent|/etc/assent|programdata/assent"
        ),
    ),
    Sensitive(
        say("what was typed before"),
        _MEDIUM,
        _HIGH,
        _names(
            ".bash_history|.zsh_history|.python_history|.psql_history|.mysql_history|.sqlite_history|"
            ".node_repl_history|fish_history|consolehost_history.txt|.lesshst|.viminfo|.rediscli_history|"
            ".local/share/fish|.local/share/nu|.zsh_sessions|.irb_history|.mongodb/mongosh|repl_history|places.sqlite"
        ),
    ),
    Sensitive(
        say("settings that often hold passwords or keys"),
        _MEDIUM,
        _MEDIUM,
        _names(
            ".npmrc|.aws|.aws/config|.htpasswd|wp-config.php|secrets.yml|secrets.yaml|secrets.json|secrets.toml|"
            "secret.yaml|secret.json|.secrets|credentials.json|credentials.xml|credentials.yml|credentials.yml.enc|"
            "client_secret.json|client_secrets.json|service_account.json|service-account.json|serviceaccount.json|"
            "terraform.tfstate|.tfvars|master.key|database.yml|local_settings.py|.pem|.key|passwords.txt|"
            "passwords.csv|password.txt|passwd.txt|.envrc|token.json|tokens.json|.docker|.m2|.config/rclone|"
            "credentials|.boto|appsettings.production.json|vault.yml|keys.json|keys.txt|recovery-codes.txt|seed.txt|"
            "seed-phrase.txt|.gradle/gradle.properties|/var/log/auth.log|/var/log/secure|.svn/auth|id.json|"
            "/etc/mysql|/etc/postgresql|pg_hba.conf|/etc/redis|/etc/exports|/etc/samba|.passwd|web.config|"
            "/var/lib/docker|/var/lib/containerd|efivars|.streamlit/secrets.toml|firebase-adminsdk|"
            ".pg_service.conf|tnsnames.ora|.authinfo|.authinfo.gpg|.msmtprc|.fetchmailrc|.mbsyncrc|.offlineimaprc"
        ),
    ),
    Sensitive(say("the system's own settings"), None, _HIGH, _names("/etc")),
    Sensitive(
        say("what a build runs by itself, often with passwords at hand"),
        None,
        _MEDIUM,
        _names(
            ".github/workflows|.github/actions|.gitlab-ci.yml|jenkinsfile|.circleci|.travis.yml|azure-pipelines.yml"
        ),
    ),
    Sensitive(
        say("the whole of another account's files"),
        _MEDIUM,
        _HIGH,
        _names("/root"),
    ),
)
