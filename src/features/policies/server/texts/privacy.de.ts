/** The German translation of `privacyText`, with the same parameters. */
export const privacyTextGerman = (reach: string, service: string | null): string => `
# Datenschutz

Diese Seite speichert Flipper-Scores und zeigt sie. Sie speichert, was dafür nötig ist, und nicht mehr, verkauft nichts, zeigt keine Werbung und lädt nichts von anderen Firmen: ${service === null ? 'keine Tracker, ' : ''}keine Schriften und keine Skripte von anderswo.

Wer diesen Server betreibt, entscheidet, was mit den Daten darauf geschieht. Im Folgenden heißt das „wir“.

## Was alle sehen können

- Deinen **Benutzernamen**, deinen **Anzeigenamen** und was du in dein Profil schreibst: ein paar Worte über dich, wo du spielst, dein Bild.
- Deine **Scores** mit Flipper, Wert, Zeit, Kommentar, Ort und Foto, und wo sie auf den Ranglisten stehen. Korrekturen bleiben im Verlauf eines Scores.
- Deine **Kommentare**, deine **Likes** als Zahl, die Events, bei denen du mitmachst, und deine Mitgliedschaft in **öffentlichen Gruppen**.

Du kannst dein Profil in den Einstellungen deines Kontos vor der Suche und vor Suchmaschinen verbergen. Wer deinen Namen kennt, findet deine Seite trotzdem, und deine Scores zählen weiter auf den Ranglisten.

Was in einer **privaten Gruppe** steht, sehen nur ihre Mitglieder. Deine Scores selbst bleiben öffentlich, in welchen Gruppen du auch bist.

## Was nur du sehen kannst

- Deine **E-Mail-Adresse**, falls du eine angegeben hast. Wir benutzen sie, um zu prüfen, dass sie dir gehört, damit du wieder hineinkommst, wenn du dein Passwort vergisst, um dir zu sagen, wenn sich die Wege in dein Konto ändern (Adresse, Passwort, Passkeys, zweiter Schritt, Anmeldedienste) oder sich jemand mit deiner Adresse registrieren will, und für nichts sonst${service === null ? '' : ' außer der Statistik unten'}. Sie wird niemandem gezeigt, auch nicht anderen Spielerinnen und Spielern oder der Moderation.
- Die **Geräte**, die mit deinem Konto angemeldet sind: was für ein Browser es ist und wann er zuletzt benutzt wurde. Du kannst jedes davon abmelden.
- Die **Sprache** deiner E-Mails und Benachrichtigungen.

## Was niemand sehen kann

Dein **Passwort**. Dein Browser sendet einen Hash davon, und wir speichern einen Hash dieses Hashs, der sich nicht zurückrechnen lässt.

## In deinem Browser

Diese Seite setzt **keine Cookies**, die dich verfolgen. Eines entsteht, wenn du unten auf einer Seite eine Sprache wählst, und merkt sich diese Wahl ein Jahr lang. Zwei entstehen, wenn du dich über einen anderen Dienst anmeldest, damit dessen Antwort nur von deinem Browser angenommen wird, und gelten zehn Minuten. Andere gibt es nicht. ${service === null ? '' : 'Für die Statistik unten speichert dein Browser eine Zufallszahl in seinem eigenen Speicher. '}Wenn du dich anmeldest, speichert dein Browser ein Anmelde-Token in seinem eigenen Speicher, bis du dich abmeldest oder es abläuft. Es wird nur an diese Seite gesendet.

## Bilder

Jedes Bild, das du hochlädst, wird entschlüsselt und neu gezeichnet, bevor es jemand anderes sieht. **Wo und mit welcher Kamera es aufgenommen wurde, wird dabei entfernt.** Bitte zeig nur Leute, die damit einverstanden sind.

## Auf dem Server

- **Protokolle** halten fest, was wann schiefging, und manchmal die Internetadresse, von der eine Anfrage kam, damit die Seite läuft und vor Missbrauch geschützt ist. Sie dienen keinem anderen Zweck und werden nicht länger als dafür nötig aufbewahrt.
- **Anmeldeversuche** werden je Internetadresse höchstens einen Tag lang gezählt, um das Raten von Passwörtern zu bremsen.
- **Meldungen**, die du machst, erreichen die Moderation mit deinem Benutzernamen. Wen du meldest, erfährt nicht, wer es war.
- **Sicherungskopien** können enthalten, was du gelöscht hast, bis sie überschrieben werden.

${service === null ? '' : statistics(service)}## Wer es sonst bekommt

Niemand${service === null ? '' : ' außer diesem Dienst'}, mit zwei Ausnahmen: wenn das Gesetz uns verpflichtet, und wenn wir den Missbrauch eines Kindes melden, wie unter [Kinderschutz](/child-safety) beschrieben. Darüber hinaus bekommen andere nur, was zu dem gehört, was du selbst benutzt:

- **Benachrichtigungen** laufen über den Dienst deines Browsers oder Telefons, der Google, Apple, Mozilla oder Microsoft gehört. Dieser Dienst erfährt, wann es eine Nachricht für dein Gerät gibt. Google und Apple können die Nachrichten an Telefone mit unserer App lesen; die an Browser kann nur dein Browser lesen.
- **Anmelden über einen anderen Dienst**, wenn diese Seite einen anbietet: Dieser Dienst erfährt von jeder Anmeldung.
- **Patreon**: Wenn du deine Mitgliedschaft verknüpfst, erfährt Patreon davon und sagt uns, ob sie aktiv ist und welche Stufe sie hat; deinen Namen und deine Adresse dort fragen wir nicht ab.

Andere Programme dürfen lesen, was hier öffentlich ist, zum Beispiel eine Anzeigetafel in einer Bar. Was jemand von einer öffentlichen Seite kopiert hat, können wir nicht zurückholen.

## Wie lange

Solange du ein Konto hast. Ein Anmelde-Token gilt 90 Tage, wenn diese Seite nichts anderes sagt, ein Link zum Zurücksetzen des Passworts 3 Tage, ein Export eine Viertelstunde.

## Mitnehmen und löschen

- **Korrigier** einen Score innerhalb eines Tages oder entfern ihn jederzeit: Dann steht er auf keiner Rangliste mehr.
- **Exportier** alles, was über dich gespeichert ist, und **lösch** dein Konto, beides unter [Konto löschen](/account/delete). Das Löschen beendet alle deine Sitzungen und entfernt E-Mail-Adresse, Profil, Bilder und Tokens. Du entscheidest, ob deine Scores auch gelöscht werden oder unter „Deleted player“ bleiben.

Wo auch immer du lebst: Du kannst uns fragen, was wir über dich gespeichert haben, es berichtigen oder löschen lassen und widersprechen. Du kannst dich auch bei der Datenschutzbehörde an deinem Wohnort beschweren.

## Kinder

Diese Seite ist nicht für Kinder unter 13 Jahren gedacht, oder unter dem Alter, ab dem du nach dem Gesetz an deinem Wohnort selbst zustimmen kannst. Wenn ein Kind hier ohne Zustimmung der Eltern ein Konto hat, sag es uns, und wir löschen es.

## So erreichst du uns

${reach}

Wenn sich an diesem Text etwas Wichtiges ändert, sagen wir es auf dieser Seite, bevor es gilt.
`

const statistics = (service: string): string => `## Statistik

Wir zählen Besuche. Dein Browser teilt ${service} mit, welche Seiten du öffnest, wann du dich an- und abmeldest, was für ein Browser es ist und, solange du angemeldet bist, deinen Benutzernamen und deine E-Mail-Adresse. Wenn dein Browser um Privatsphäre bittet (Global Privacy Control, Do Not Track), wird nichts gesendet, bis du es erlaubst. Du entscheidest am Ende dieser Seite und kannst dich jederzeit umentscheiden.

`
