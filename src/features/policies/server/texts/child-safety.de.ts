/** The German translation of `childSafetyText`, with the same parameter. */
export const childSafetyTextGerman = (reach: string): string => `
# Kinderschutz

Das sind unsere Regeln gegen **sexuellen Missbrauch und sexuelle Ausbeutung von Kindern** (CSAE). Sie gelten für alles auf dieser Seite: Fotos, Scores, Kommentare, Profile, Namen, Gruppen und Events, öffentlich oder privat.

**Ist gerade ein Kind in Gefahr? Ruf zuerst die Polizei oder den Notruf an deinem Ort.** Sag es dann uns.

## Was verboten ist

- **Darstellungen sexuellen Kindesmissbrauchs** jeder Art: Fotos, Zeichnungen, am Computer oder von Hand gemacht, und Links darauf.
- **Sexuelle Gespräche über oder mit Minderjährigen** und das Sexualisieren von Kindern in Wort oder Bild, wie auch immer es gemeint ist.
- **Grooming**: das Vertrauen eines Kindes gewinnen, um es zu missbrauchen, es um Bilder, Geheimhaltung oder ein Treffen bitten.
- **Ein Kind mit Bildern von ihm bedrohen**, Missbrauch handeln oder bewerben, und anderen bei all dem helfen.
- **Bilder, die ein Kind in Gefahr bringen**: unbekleidet, verletzt oder gegen seinen Willen oder den der Eltern gezeigt.

Für Witze, Kunst oder private Gruppen gibt es keine Ausnahmen.

## So meldest du etwas

Jeder Score, jedes Bild, jeder Kommentar, jedes Profil und jede Gruppe hat eine Schaltfläche **Melden**. Melde dich an, drück sie, wähl den Grund, dass ein Kind gefährdet ist, und sag in wenigen Worten, was du gesehen hast. Mehr musst du nicht erklären, und sicher sein musst du auch nicht.

- Bitte kopier das Gesehene **nicht**, lad es nicht herunter und gib es nicht weiter, auch nicht als Beweis: In vielen Ländern ist das selbst strafbar. Lass es, wo es ist; wir sichern es.
- Wen du meldest, erfährt nicht, wer es war.

${reach}

Du kannst dich auch an andere wenden, bei den meisten ohne deinen Namen zu nennen:

- in den USA an die **NCMEC CyberTipline** ([report.cybertip.org](https://report.cybertip.org)),
- in Großbritannien an die **Internet Watch Foundation** ([report.iwf.org.uk](https://report.iwf.org.uk)),
- sonst an die Meldestelle deines Landes im Netzwerk **INHOPE** ([inhope.org](https://www.inhope.org)) oder an die Polizei.

Wenn dich deine eigenen Gedanken über Kinder beunruhigen oder du jemanden kennst, dem es so geht: **Stop It Now** und ähnliche Stellen helfen vertraulich.

## Was mit einer Meldung geschieht

1. Sie erreicht die Moderation sofort. Meldungen, dass ein Kind in Gefahr ist, kommen vor allen anderen.
2. Was gegen diese Regeln verstößt, wird entfernt, sobald wir davon wissen, und das Konto wird geschlossen.
3. Darstellungen sexuellen Kindesmissbrauchs werden **der gesetzlich zuständigen Stelle gemeldet**: dem NCMEC, wo das Recht der USA gilt, sonst der Polizei oder der Meldestelle des Landes. Was diese als Beweis braucht, wird so aufbewahrt, wie das Gesetz es vorschreibt, und niemandem sonst gezeigt.
4. Fragen der Behörden beantworten wir, wie das Gesetz uns verpflichtet.

Wer in gutem Glauben meldet, hat nie einen Nachteil davon, auch wenn sich die Meldung als Irrtum erweist.

## Was wir vorher tun

- Es gibt hier keine privaten Nachrichten: Was geschrieben wird, steht da, wo andere es sehen können.
- Bilder werden beim Hochladen entschlüsselt und neu gezeichnet, und wo sie aufgenommen wurden, wird entfernt.
- E-Mail-Adressen werden nie gezeigt.
- Neue Konten und hochgeladene Dateien sind in ihrer Zahl begrenzt, und die Moderation kann jedes Bild, jeden Kommentar und jedes Konto entfernen.
- Diese Seite ist nicht für Kinder unter 13 Jahren gedacht, siehe [Datenschutz](/privacy).

Wir halten die Kinderschutzgesetze ein, die für uns gelten, und prüfen diese Regeln, wenn sich jene ändern.

## Kontakt zum Kinderschutz

${reach}

Behörden nutzen denselben Kontakt und können mit der Antwort eines Menschen rechnen.
`
