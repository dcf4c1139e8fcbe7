"""A call against what the person asked for.

Run by: ``find`` (the inspector), ``values`` (what is compared of a call's values, in which order).

What the words say:
    ``words`` their deeds, denials, questions; with the accents as they stand.
    ``asks`` the verbs by which people ask for deeds.
    ``clauses`` what each clause orders, forbids or only asks.
    ``concepts`` what people and tools call the same doing.
    ``told`` whether they only ask to be told something.
    ``named`` the addresses, numbers, branches, files and tickets that they name.
    ``counted`` their number words, as digits.
    ``coins`` the currencies that they may mean.

What the call does:
    ``verbs`` another verb than theirs, and what they rule out.
    ``opposites`` the opposite of what they order.
    ``held`` what they hold back, forbid or want milder.
    ``moments`` no trial where they want one, done at once, hours of another zone.
    ``options`` what they want with a thing or without it.
    ``inside`` values inside commands, statements and addresses, as inputs.

Whom and what it is about:
    ``people`` somebody else, or a group.
    ``contacts`` somebody or something that an earlier result calls otherwise.
    ``things`` things by kind and name, and switches the other way round.
    ``near`` names beside theirs, what is to be left alone, what goes along.
    ``called`` what is called by a number; timetables.
    ``folders`` files and folders.
    ``places`` regions, rooms, and what is private or of work.
    ``rights`` more rights, or openness, than they say.

How much, when and of what sort:
    ``sums`` amounts and counts.
    ``tied`` currencies, and the amounts that they go with.
    ``quantities`` doses, weights, volumes, in whatever unit.
    ``rates`` how often.
    ``shares`` percents.
    ``measures`` quantities, and numbers beside the name of an input.
    ``spans`` lengths of time.
    ``dates`` days.
    ``grades`` words of which one rules the others out.
    ``states`` states, grades, hours, and whom something is assigned to.
    ``sorts`` versions, units, records of name servers, projects of queries, one instead of many.
    ``into`` languages and formats that something is put into.
"""
