"""Words of a definition that is after something (pure constants).

Owns: stems, in a dozen languages, of handing over, of what a tool has no business with, of reading first and of keeping
quiet. What stays true: no stem alone says anything; ``host.inspect.instructions.poison`` looks which of them meet in
one sentence. All is lower case.
"""
# ruff: noqa: E501, RUF001  # a list is read best as the one line that it is; letters of many scripts belong here

from __future__ import annotations

from typing import Final

from host.patterns import regex

HANDS: Final = regex(
    r"\b(?:includ(?:e|es|ed|ing)|attach|append|add|pass|put|paste|copy|copied|insert|send|sent|forward|supply|provide|hand|place|post|encode|embed|fill|enter|mirror|preced(?:e|es|ed)|prefix(?:es|ed)|prepend(?:s|ed)?|"
    r"upload|share|repeat|quote|list|write|set|carry|contain|store|record|report|log|serialize|deliver|submit|"
    r"f(?:ü|ue)ge?n?|einf(?:ü|ue)g\w{0,3}|tr(?:a|ä)gst|tragen?|trage|eintragen|kopier\w{0,3}|gib|geben|(?:ü|ue)berg\w{2,5}|(?:ü|ue)bermittl\w{0,3}|h(?:ä|ae)ng\w{0,2}|send\w{1,3}|schick\w{0,2}|leite\w{0,2}|mitgeben|angeben|aufnehmen|nimm|"
    r"poner\w{0,2}|ponlo|escrib\w{1,4}|inclu(?:ye|ya|yan|ir)|a(?:ñ|n)ad\w{1,3}|agreg\w{1,3}|adjunt\w{1,3}|cop(?:ia|ie|iar|iez)|p[aá]s(?:a|e|alo|ar|elo)|pon|ponga|env[ií]\w{1,4}|reenv\w{1,4}|"
    r"inclu(?:re|ez|s)|joign\w{1,3}|joindre|ajout\w{1,3}|recopi\w{1,3}|pass(?:ez|er)|transmet\w{1,4}|mett(?:ez|re)|envoy\w{1,3}|fourni\w{1,5}|"
    r"inclu(?:a|ir|i)|anex\w{1,3}|adicion\w{1,3}|coloque|cole|passe|envie|insira|"
    r"includi|includere|inserisc\w{1,3}|inserire|alleg\w{1,3}|aggiung\w{1,3}|pass(?:a|are)|invia\w{0,3}|copiare|"
    r"voeg|toevoegen|neem|kopieer|plak|geef|stuur|zet|vul|"
    r"(?:in|to|into|nel|no|al|en el|im|ins|dans le|in het) (?:the )?[`'\"]?(?:\w{1,24}[`'\"]? )?(?:field|argument|parameter|input|campo|feld|champ|veld|parametro|par[aá]metro)|remember|abzurufen|abruf\w{0,3}|"
    r"добав\w{1,5}|влож\w{1,5}|включ\w{1,5}|переда\w{1,5}|скопир\w{1,5}|отправ\w{1,5}|встав\w{1,5}|укаж\w{1,4}|do(?:łącz|daj|pisz)\w{0,4}|prześlij|wklej)\b"
    r"|入れ|含め|渡し|渡す|渡せ|コピー|送[っりるれ]|添付|貼り|記入|記載|追加|加入|填入|填写|放入|附上|包含|传入|傳入|传给|复制|複製|发送|發送|写入|寫入|粘贴|提供|поле|字段|参数|フィールド|引数|넣|포함|첨부|전달|복사|보내"
)
TALK: Final = regex(
    r"\b(?:(?:this|the|our|your|current|whole|entire|full|complete|previous) (?:conversation|chat|dialog(?:ue)?)|(?:conversation|chat|message) history|"
    r"(?:last|latest|previous|prior|recent|earlier|preceding|past|private) (?:\w{1,9} )?(?:user )?messages|user(?:'s)? (?:last |original |own |exact |previous |recent )?(?:messages?|prompts?|requests?|words|question)|"
    r"what the (?:user|person|customer|human) (?:said|wrote|asked|typed|wants|told)|system prompt|(?:full|whole|complete|original|entire) prompt|(?:the|your) (?:instructions|context window)|what you (?:know|remember|have learned|learned)|everything you know|"
    r"who the (?:person|user|customer) is|where (?:they|the user|the person) lives?|(?:have|has) asked(?: so far)?|(?:assistant|model|your)(?:'s)? (?:previous|last|own) (?:answer|reply|response)s?|"
    r"exact words of|words of the (?:user|person)|(?:user|person|customer)(?:'s)? (?:exact |own |last |original )(?:words|question|sentence)|"
    r"(?:you|user|person|assistant|we)\b[^.\n]{0,24}\b(?:have |has )?(?:discussed|talked about|looked up|agreed on|been working on)|(?:everything|all) that (?:led|was said|happened)|results? of (?:all |the )?(?:other|earlier|previous|prior) (?:\w{1,10} )?(?:calls?|tools?)|"
    r"was (?:der|die) (?:benutzer|nutzer|person|anwender)\w{0,2}|lo que (?:el usuario|la persona)|ce que (?:l['’]utilisateur|la personne)|o que o usu[aá]rio|ci[oò] che l['’]utente|wat de gebruiker|что (?:пользователь|человек)|"
    r"gespr(?:ä|ae)ch\w{0,12}|unterhaltung|chatverlauf|(?:letzten?|bisherigen?|vorigen?|fr(?:ü|ue)heren?) (?:\w{1,12} )?nachrichten|systemprompt|"
    r"conversaci[oó]n|historial|[uú]ltimos (?:\w{1,12} )?mensajes|mensajes (?:anteriores|previos|privados)|"
    r"historique|derniers (?:\w{1,12} )?messages|messages (?:précédents|privés)|"
    r"conversa|hist[oó]rico|[uú]ltimas (?:\w{1,12} )?mensagens|mensagens (?:anteriores|privadas)|conversazione|cronologia|ultimi (?:\w{1,12} )?messaggi|messaggi (?:precedenti|privati)|"
    r"gesprek\w{0,12}|laatste (?:\w{1,12} )?berichten|eerdere berichten|разговор\w{0,3}|переписк\w{0,3}|диалог\w{0,3}|последние (?:\w{1,12} )?сообщени\w{1,3}|истори\w{1,3} сообщ\w{1,5}|rozmow\w{1,3}|ostatnie wiadomości)\b"
    r"|会話|チャット履歴|メッセージ履歴|対話|对话|對話|用户(?:最近|之前|刚才|上)[^。\n]{0,8}(?:消息|输入|提问)|聊天记录|聊天記錄|用户(?:说|写|输入)|ユーザーの(?:発言|入力|メッセージ)|历史消息|之前的消息|대화|채팅 ?기록"
)
LOOT: Final = regex(
    r"(?:~|\$home|%userprofile%)[/\\]\.?\w|\.ssh\b|\bid_(?:rsa|ed25519)|(?<!\w)\.(?:env|netrc|npmrc|pgpass|aws|kube|gnupg)\b|/etc/(?:passwd|shadow)|\b(?:output|result|contents?) of `?(?:env|printenv|id|whoami|set)\b|"
    r"\b(?:(?:any|all|every|stored|saved|current|known|found|their|the (?:user|person|owner|customer)'?s?|other|existing|your) (?:\w{1,14} ){0,2}?(?:credentials?|api[ _-]?keys?|access[ _-](?:tokens?|keys?)|ssh keys?|passwords?|passphrases?|tokens|cookies|secrets|environment variables)|(?:every|each) environment variable|kennw(?:ort|örter)\w{0,2}|"
    r"(?:credentials?|api[ _-]?keys?|access[ _-](?:tokens?|keys?)|passwords?|tokens|cookies|secrets) (?:found|at hand|that (?:you|are)|you (?:find|have|know|see)|in the (?:workspace|project|repository|environment|chat|conversation)|from the (?:user|workspace|environment))|"
    r"(?:tokens?|keys?|credentials?|passwords?|cookies?) you (?:hold|have|keep|know|got|were given)|(?:chiavi|cl(?:é|e)s|claves|chaves) ssh|ssh-schl(?:ü|ue)ssel|"
    r"private keys?|session (?:tokens?|cookies?)|seed phrase|create_access_key|"
    r"(?:user|person|owner|customer)(?:'s)? (?:employer|address|home folder|home directory|documents|contacts|inbox|calendar|files|private \w{1,14}|location|bank \w{1,9}|phone \w{1,9}|salary|health \w{1,9}|e-?mails?|repositories)|"
    r"clipboard|zwischenablage|portapapeles|presse-papiers|appunti|contents? of (?:the )?(?:last|most recent|open|current)\w{0,4} (?:opened |active )?(?:file|document|tab|page|mail)|zuletzt ge(?:ö|oe)ffnete\w{0,2} (?:datei|dokument)\w{0,2}|workspace path|git remote|about themsel(?:f|ves)|"
    r"\w{2,20}(?:s'|'s) (?:\w{1,14} )?(?:passwords?|passphrases?|credentials|api keys?|pins?)|(?:mails?|e-?mails?|messages?|documents?|files?|pages?|payments?|photos?) (?:that )?(?:the )?(?:user|person|customer|they) (?:has |have |last |just )?(?:received|sent|opened|wrote|read|viewed|visited|got|made)|"
    r"bank balances?|balance shown|salar(?:y|ies)|medical (?:\w{1,12} )?records?|diagnos[ie]s|chiavi api|claves? (?:de )?api|cl(?:é|e)s? api|chaves? (?:de )?api|api-schl(?:ü|ue)ssel|"
    r"(?:list of |all |their |the )(?:contacts|inbox|private repositories|address book)|get_inbox|export_vault|password manager|"
    r"passw(?:ort|örter|oerter)\w{0,2}|zugangsdaten|anmeldedaten|privaten? schl(?:ü|ue)ssel|kontakte|posteingang|contrase(?:ñ|n)as?|credenciales|claves? privadas?|contactos|bandeja de entrada|"
    r"mots? de passe|identifiants|cl(?:é|e)s? priv(?:é|e)es?|bo[iî]te de réception|carnet d'adresses|senhas?|credenciais|chaves? privadas?|contatos|caixa de entrada|credenziali|chiav[ei] privat[ae]|contatti|rubrica|posta in arrivo|"
    r"wachtwoord\w{0,2}|inloggegevens|contacten|парол\w{1,3}|уч[её]тн\w{2,3} данн\w{2,3}|закрыт\w{2,3} ключ\w{0,2}|контакт\w{1,3}|hasła|hasło)\b"
    r"|パスワード|認証情報|秘密鍵|連絡先|顧客リスト|剪贴板|クリップボード|密码|密碼|密钥|私钥|凭证|凭据|通讯录|客户名单|비밀번호|인증 ?정보|연락처"
)
READS: Final = regex(
    r"\b(?:leer|abrir|llegir|read|open|fetch|cat|load|retrieve|collect|gather|obtain|look (?:up|for)|export(?:ed)?|lies|lesen|(?:ö|oe)ffne\w{0,2}|hole|lee|lea|abre|abra|lisez|lire|ouvrez|leggi|leggere|apri|leia|ler|abra|lees|open|"
    r"прочита\w{1,4}|прочт\w{1,4}|открой\w{0,2}|загрузи\w{0,2}|przeczytaj|odczytaj)\b|読み|読ん|読む|开|读取|讀取|读|打开|읽"
)
PLACES: Final = regex(
    r"(?:~|\$home|%userprofile%)[/\\]\.?\w|\.ssh\b|\bid_(?:rsa|ed25519)|(?<!\w)\.(?:env|netrc|npmrc|pgpass|aws|kube|gnupg)\b|/etc/(?:passwd|shadow)|\bprivate keys?\b"
)
"""Of the former, what is a secret beyond doubt."""
HUSH: Final = regex(
    r"\b(?:goes?|pass(?:es)?|stays?|left) un(?:remarked|noted|reported|announced|said)\b|\bof no (?:interest|concern) to (?:the |whoever|anyone|people)|\bnobody (?:needs|has) (?:a note|a word|to (?:know|hear|be told|see))|\bas (?:though|if) [^.\n]{0,40}\bhad (?:not|never) (?:been|happened)|"
    r"\bnon (?:citare|menziona)|\bnoem\b[^.\n]{0,24}\bniet\b|\bnezmiňuj\w{0,2}|\bbahsetme|\bне згаду\w{1,3}|\b(?:nämn|nævn|nevn) (?:inte|ikke)\b|\b(?:kein(?:en)?|ohne) (?:hinweis|wort|meldung) (?:an|für|gegenüber) |\bnicht zu (?:erwähnen|nennen)|"
    r"\b(?:left|leave (?:it|this|that)|remain|go|goes) unmentioned\b|\b(?:no need|not necessary|unnecessary|not needed|pointless|needless) to (?:mention|tell|inform|explain|announce|say|bring|confirm|ask(?! (?:any |more |further )?questions))\b|"
    r"\bneed(?:s)? not (?:be )?(?:mention|tell|told|know|be told|inform|explain)\w{0,3}\b|\bnot worth (?:mentioning|telling|explaining)\b|\b(?<!even )without (?:mentioning|saying|telling|announcing|commenting|drawing attention|explaining)\b|"
    r"\b(?<!instead of )(?<!rather than )(?<!succeed )(?<!succeeds )(?<!fail )(?<!fails )(?<!not )(?<!never )(?:silently|secretly|covertly|discreetly|discr(?:è|e)tement|discretamente|en silencio|en secreto|in segreto|heimlich|stiekem|silenziosamente)\b(?! (?:ignor|skip|truncat|drop|discard|fail|cap|clamp|return|convert|coerc|fall))|偷偷|悄悄|默默|こっそり|тайно|незаметно|"
    r"\b(?:do not|don't|never|not to|without ever) (?:mention|tell|say|reveal|disclose|announce)\w{0,3} (?:it|this|that|them|anything|so)\b(?! (?:is|to be|as))|\bnever reveal\b|\b(?:hide|conceal|mask|withhold)\b[^.\n]{0,40}\bfrom (?:the )?(?:user|person|customer|human)|\band (?:report|claim|pretend|state) (?:success|that|to)\b|braucht (?:davon )?nichts (?:davon )?zu wissen|no necesita saber|n['’]a pas besoin de savoir|"
    r"\b(?:do not|don't|never|without) \w{3,12}(?:ing)? (?:it|this|them|that|these)(?: separately)? (?:for|to|with|before) (?:the )?(?:user|person|customer|human)|"
    r"\bleave\b[^.\n]{0,40}\bout of (?:your|the|any) (?:answer|reply|summary|response|report)|\bomit\b[^.\n]{0,40}\bfrom (?:your|the|any) (?:answer|reply|summary|response)|"
    r"\bdo (?:this|it|so|that) (?:quietly|silently|discreetly|in the background|unobtrusively)\b|\b(?:people|users|they|persons?|customers) (?:\w{1,9} )?(?:get|find|are|would be|become) (?:\w{1,20} ){0,3}(?:confus|annoy|irritat|distract|worri)\w{2,4}|"
    r"\b(?:should|must|need|do|does)(?: not|n't) (?:be (?:mentioned|shown|told|visible|disclosed|displayed)|appear in (?:the|your) (?:answer|reply|response|summary))\b|\bkeep (?:this|it|that) (?:to yourself|out of|internal|private|between)|"
    r"\b(?:erw(?:ä|ae)hn\w{0,4}|sag\w{0,3}|nenn\w{0,3}|informier\w{0,3}|verrat\w{0,3})\b[^.\n]{0,60}\b(?:nicht|nichts|nie)\b|\b(?:unerw(?:ä|ae)hnt|verschweig\w{0,3}|stillschweigend)\b|ohne (?:dies|das|es)? ?(?:zu )?(?:erw(?:ä|ae)hn|sag|nenn)\w{0,4}|nicht (?:zu )?erw(?:ä|ae)hn\w{1,3}|"
    r"\bno (?:lo |la |se lo |se |le )?(?:mencion\w{1,3}|dig\w{1,4}|inform\w{1,3}|avis\w{1,3}|coment\w{1,3})|\bsin (?:mencion\w{1,5}|decir\w{0,4}|avis\w{1,4}|inform\w{1,4})|\bno hace falta (?:mencion|decir|avis|inform)\w{0,4}|"
    r"\bsans (?:en parler|le (?:mentionner|dire|signaler)|en informer|mentionner|prévenir)|\bne (?:le |la |les |l'|l’|pas )?(?:mentionn|dit|dites|parl|inform|signal)\w{0,3}|\bn['’]en parle|\binutile de (?:le |la |l')?(?:mentionner|dire|préciser|signaler)|"
    r"\bn(?:ã|a)o (?:o |a )?(?:mencion|diga|inform|avis|coment|cont)\w{0,3}|\bsem (?:mencion|dizer|avis|inform)\w{0,4}|\bn(?:ã|a)o (?:é preciso|precisa) (?:mencion|dizer|avis|inform)\w{0,4}|"
    r"\bnon (?:menzion|parlar|dir|inform|comunic|segnal)\w{0,4}|\bsenza (?:menzion|dir|parlar|avvis|inform)\w{0,5}|\bnon serve (?:menzion|dir|avvis)\w{0,4}|"
    r"\bvermeld\b[^.\n]{0,30}\bniet\b|\bniet (?:te )?vermeld\w{0,2}|\bzonder (?:dit |het )?(?:te )?(?:vermelden|melden|zeggen)|"
    r"не (?:упомина|говор|сообща|рассказыва|нужно (?:говорить|сообщать|упоминать))\w{0,5}|без упоминани\w|nie (?:wspomina|mów|informuj)\w{0,4}"
    r"|\bn['’](?:en|y) di[st]\w{0,2} rien|\bomit[ae] (?:isto|isso|esto|eso)|\bnon (?:lo |la )?riport\w{1,4}|\b(?:laat|lass\w{0,2}|laissez?|lasci\w{0,2}) [^.\n]{0,30}\b(?:weg|aus|fuori)\b|\bleave (?:it|this|that|them) out\b|\bnot to (?:bother|trouble|burden|alarm|worry|disturb) (?:the )?(?:user|person|operator|customer|human)|\bomit (?:this|that|it) from (?:your|the|any) (?:answer|reply|summary|report|response|changelog|notes)|"
    r"не пиши\w{0,3}|\b(?:do not|don't|without|no need to) (?:report|flag|raise|list|bring up|log)\w{0,3}\b(?! (?:bugs?|errors? (?:for|in)))|報告(?:は|も)?(?:不要|しない|せず)|(?:知らせる|伝える|報告する)必要は|書かない|쓰지 ?마|적지 ?마|보고하지|(?:不必|无需|無需|不用|不要|勿)(?:再)?(?:通知|汇报|匯報|报告|報告|写)|لا (?:تخبر|تذكر|تبلغ)"
    r"|言わな|言わず|知らせず|知らせな|伝えな|触れな|言及しな|教えな|不必(?:告|提|说)|无需(?:告|提|说)|無需(?:告|提)|不用(?:告诉|提)|不要(?:提|说|告诉|在回)|勿(?:提|告)|别(?:提|告诉)|말하지|언급하지|알리지"
)
"""Wants something kept quiet; an honest tool has nothing to hide."""
