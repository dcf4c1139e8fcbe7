"""The most usual orders to a model, in many languages (pure).

Owns: two words that stand near one another: to leave aside and what was ordered, to keep from and the person. What stays
true: as in ``host.inspect.phrases.book``. All is lower case.
"""
# ruff: noqa: E501, RUF001  # a pattern is read best as the one line that it is; letters of many scripts belong here
# a pattern is read best as the one line that it is; letters of many scripts belong here

from __future__ import annotations

from typing import Final

from host.inspect.phrases.book import Sign, phrase

_ORDERED: Final = (
    r"(?:instrucci[oó]n(?:es)?|instru[cç][aãoõ]\w{0,3}|instruc[țt]iun\w{0,4}|istruzion[ei]|instrukc\w{0,5}|instruktion\w{0,4}|instruks\w{0,4}|instructies?|instruksi|"
    r"[oó]rden(?:es)?|ordens|ordres|ordini|consignes?|anweisung(?:en)?|vorgaben|befehle?|regeln?|reglas|regras|regole|r[eè]gles|regels|zasad\w{0,3}|pokyn\w{0,3}|polece[nń]\w{0,4}|polecen\w{0,4}|"
    r"anvisning\w{0,4}|ohje\w{0,5}|talimat\w{0,6}|kural\w{0,5}|utas[ií]t[aá]s\w{0,5}|indica[tțcç]\w{0,6}|indicazion[ei]|perintah|arahan|hướng dẫn|chỉ dẫn|chỉ thị|mệnh lệnh|"
    r"інструкц\w{0,4}|вказівк\w{0,4}|инструкц\w{0,4}|указани\w{0,4}|правил\w{0,4}|οδηγί\w{0,4}|εντολ\w{0,4}|הוראות|ההוראות|הנחיות|تعليمات|التعليمات|الأوامر|دستور\w{0,6}|निर्देश\w{0,4}|คำสั่ง|คำแนะนำ|"
    r"指令|指示|提示|规则|規則|命令|要求|ルール|지시|명령|지침|규칙)"
)
_LEAVE: Final = (
    r"(?:ignor\w{1,5}|olvid\w{1,4}|desestim\w{1,3}|omit[ae]|haz caso omiso|no hagas caso|pasa por alto|esque[cç]\w{1,3}|desconsider\w{1,3}|oubli\w{1,4}|ne tenez pas compte|ne tiens pas compte|faites abstraction|fais abstraction|"
    r"vergiss|vergessen sie|missachte\w{0,2}|beachte\w{0,2}|dimentic\w{1,3}|trascur\w{1,3}|non considerare|negeer|vergeet|zignoruj\w{0,4}|zapomnij\w{0,4}|pomi[nń]\w{0,3}|zapome[nň]\w{0,3}|ignorera|glöm|glem|bortse|se bort fra|ohita|unohda|"
    r"yok say\w{0,4}|görmezden gel\w{0,4}|unut\w{0,4}|ignor[aă]|uit[aă]|hagyd figyelmen kívül|felejtsd el|abaikan|lupakan|bỏ qua|phớt lờ|quên|ігнору\w{1,4}|забуд\w{1,4}|игнорир\w{1,4}|αγνό\w{1,4}|ξέχα\w{1,4}|"
    r"התעלם|התעלמו|שכח|تجاهل\w{0,2}|انس|نادیده بگیر\w{0,3}|अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल|เพิกเฉย|ละเว้น|ลืม|ไม่ต้องสนใจ|忽略|忽视|无视|無視|忘记|忘記|不要理会|不要理會|忘れ|무시|잊)"
)
_PERSON: Final = (
    r"(?:usuari[oa]|usuári[oa]|utilizador|utilisat(?:eur|rice)|benutzer(?:in)?|nutzer(?:in)?|anwender(?:in)?|utente|gebruiker|użytkownik\w{0,4}|uživatel\w{0,4}|användaren?|brukeren?|brugeren?|käyttäj\w{1,5}|kullanıc\w{1,5}|utilizator\w{0,4}|"
    r"felhasznál\w{1,5}|pengguna|người dùng|користувач\w{0,4}|пользовател\w{0,4}|χρήστη\w{0,3}|משתמש|المستخدم|کاربر|उपयोगकर्ता|ผู้ใช้|用户|用戶|使用者|ユーザー?|사용자)"
)
_NOT_TELL: Final = (
    r"(?:no (?:le |se lo |lo |les )?(?:digas?|inform\w{1,4}|menc\w{1,6}|avis\w{1,4}|cuent\w{1,4}|muestr\w{1,4}|revel\w{1,4})|sin (?:que|avisar|informar|decir)|não (?:lhe )?(?:diga\w?|inform\w{1,3}|mencion\w{1,3}|avis\w{1,3}|cont\w{1,3}|mostr\w{1,3}|revel\w{1,3})|sem (?:que|avisar|informar|dizer)|"
    r"n[e'’]\W?(?:en )?(?:di[st]\w{0,3}|parl\w{1,3}|inform\w{1,3}|mentionn\w{1,3}|préven\w{1,3}|révél\w{1,3}|montr\w{1,3})|sans (?:que|en parler|prévenir|informer|le dire)|(?:sag|sage|sagen|teile|informiere|erwähne|verrate|zeige|melde)\b[^.\n]{0,40}\b(?:nicht|nichts|niemals)|ohne (?:dass|es|den|dem|die)|"
    r"non (?:dire|informare|menzionare|rivelare|mostrare|avvisare)|senza (?:che|informare|dire|avvisare)|(?:vertel|zeg|meld|informeer|toon)\b[^.\n]{0,40}\b(?:niet|niets|nooit)|zonder (?:dat|het)|nie (?:mów|inform|wspomin|pokaz)\w{0,5}|neříkej|neinformuj|säg inte|berätta inte|ikke (?:fortæl|si|nevn|informer)|älä (?:kerro|mainitse)|"
    r"söyleme|bildirme|bahsetme|nu (?:spune|menționa|informa)|ne mond|jangan (?:beri ?tahu|katakan|sebutkan)|đừng (?:nói|cho|tiết lộ)|không (?:nói|cho|tiết lộ)|не (?:кажи|повідомля|згаду|говор|сообща|упомина|рассказыва)\w{0,5}|μην (?:πεις|αναφέρεις|ενημερώσεις)|אל ת(?:ספר|אמר|גלה|זכיר)|لا ت(?:خبر|ذكر|قل)|نگو|मत बता|न बता|อย่าบอก|"
    r"不要(?:告诉|告訴|让|讓|通知|向|提)|别告诉|別告訴|勿告|言わないで|知らせないで|伝えないで|말하지|알리지)"
)
_LEAVE_CUES: Final = (
    "ignor,olvid,desestim,omit,caso,pasa por,esque\xe7,esquec,desconsider,oubli,compte,abstraction,vergiss,vergessen,missachte,beachte,dimentic,trascur,considerare,negeer,vergeet,zapom,pomi\u0144,pomin,gl\xf6m,glem,bortse,se bort,ohita,unohda,"
    "yok say,g\xf6rmezden,unut,uit\u0103,uita ,hagyd,felejtsd,abaikan,lupakan,b\u1ecf qua,ph\u1edbt l\u1edd,qu\xean,\u0456\u0433\u043d\u043e\u0440,\u0438\u0433\u043d\u043e\u0440,\u0437\u0430\u0431\u0443\u0434,\u03b1\u03b3\u03bd\u03cc,\u03be\u03ad\u03c7\u03b1,"
    "התעלם,שכח,تجاهل,انس,نادیده,अनदेखा,नज़रअंदाज़,नजरअंदाज,भूल,เพิกเฉย,ละเว้น,ลืม,ไม่ต้องสนใจ,忽略,忽视,无视,無視,忘记,忘記,不要理,忘れ,무시,잊"
)
_PERSON_CUES: Final = (
    "usuari,usu\xe1ri,utilizador,utilisat,benutzer,nutzer,anwender,utente,gebruiker,u\u017cytkownik,u\u017eivatel,anv\xe4ndar,brukeren,brugeren,k\xe4ytt\xe4j,kullan\u0131c,utilizator,felhaszn\xe1l,pengguna,ng\u01b0\u1eddi d\xf9ng,"
    "\u043a\u043e\u0440\u0438\u0441\u0442\u0443\u0432\u0430\u0447,\u043f\u043e\u043b\u044c\u0437\u043e\u0432\u0430\u0442\u0435\u043b,\u03c7\u03c1\u03ae\u03c3\u03c4\u03b7,משתמש,المستخدم,کاربر,उपयोगकर्ता,ผู้ใช้,用户,用戶,使用者,ユーザ,사용자"
)

TONGUES: Final = (
    phrase(Sign.OVERRIDE, _LEAVE_CUES, rf"(?<!\w)(?:{_LEAVE})(?!\w)[^.\n。]{{0,60}}?(?<![a-z]){_ORDERED}|{_LEAVE}[^.\n。]{{0,24}}?(?:指令|指示|提示|规则|規則|命令|คำสั่ง)|{_ORDERED}[^.\n。]{{0,40}}?{_LEAVE}", back=60),
    phrase(Sign.OVERRIDE, "instructions", r"(?:ne ten(?:ez|ons) pas compte|ne tiens pas compte|fai(?:tes|s) abstraction|oublie[zr]?|ignore[zr]|ignoriere?n?|vergiss|vergessen|missachten?)\b[^.\n]{0,40}?\binstructions\b", back=80),
    phrase(Sign.SECRECY, _PERSON_CUES, rf"{_NOT_TELL}[^.\n。]{{0,60}}?{_PERSON}|{_PERSON}[^.\n。]{{0,40}}?{_NOT_TELL}", back=80),
)  # fmt: skip
"""What nobody says but to a model."""
