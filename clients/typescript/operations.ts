// Made of the document of the API by `npm run docs:api`. Times are texts (RFC 3339).

/** What each operation takes and answers. */
export interface Operations {
  /** Our addition: what a new site still needs. For: administrators. */
  "admin.setup": { argument: { [key: string]: never }; answer: { siteSetup: (SiteSetupDocOfList)[] } }
  /** Our addition: makes a link for downloading the entries that the filters match. It works once, for two minutes. `url`: a path of this site. For: administrators. At most 60 a minute of one user (together: administration). */
  "audit.export": { argument: { format: "csv" | "ndjson"; action?: "users.delete" | "users.enroll" | "users.suspend" | "users.liftSuspension" | "users.signOut" | "users.resetSecondStep" | "names.block" | "names.unblock" | "audit.export" | "roles.create" | "roles.delete" | "roles.assign" | "machines.add" | "machines.edit" | "machines.merge" | "scores.edit" | "scores.remove" | "scores.removeComment" | "scores.moderate" | "pictures.remove" | "reports.close" | "cache.clear" | "jobs.retry" | "jobs.discard" | "jobs.restore" | "keys.revoke" | "invitations.add" | "invitations.revoke" | "settings.update" | "machines.import" | "backups.begin" | "backups.download" | "oauth.add" | "oauth.remove"; userId?: string }; answer: { url: string; expiresAt: string } }
  /** Our addition: the newest entries first. `userId`: the user who did it, or whom it concerns. `before`: an entry's id. For: administrators. */
  "audit.list": { argument: { action?: "users.delete" | "users.enroll" | "users.suspend" | "users.liftSuspension" | "users.signOut" | "users.resetSecondStep" | "names.block" | "names.unblock" | "audit.export" | "roles.create" | "roles.delete" | "roles.assign" | "machines.add" | "machines.edit" | "machines.merge" | "scores.edit" | "scores.remove" | "scores.removeComment" | "scores.moderate" | "pictures.remove" | "reports.close" | "cache.clear" | "jobs.retry" | "jobs.discard" | "jobs.restore" | "keys.revoke" | "invitations.add" | "invitations.revoke" | "settings.update" | "machines.import" | "backups.begin" | "backups.download" | "oauth.add" | "oauth.remove"; userId?: string; before?: string; limit?: number }; answer: { audit: (AuditDocOfList)[] } }
  /** Our addition: begins a backup in the background, which `backups.list` shows. `_id`: that of the backup; without it the server makes one. Idempotent on `_id`. For: administrators. At most 60 a minute of one user (together: administration). */
  "backups.begin": { argument: { _id?: string }; answer: { backupId: string } }
  /** Our addition: the newest hundred backups, live. For: administrators. */
  "backups.list": { argument: { [key: string]: never }; answer: { backups: (BackupDocOfList)[]; backupSchedule: (BackupScheduleDocOfList)[] } }
  /** For: everybody. At most 1,200 a minute of one client address, 300 a minute of one user. */
  "boards.around": { argument: { scope: { machineId: string } | { groupId: string; machineId: string } | { eventId: string; machineId: string } | { venueId: string; machineId: string }; window?: "all" | "year" | "month" | "week" | "day"; userId: string; radius?: number }; answer: { firstRank: number; rows: (BoardRow)[]; players: number } }
  /** For: everybody. At most 1,200 a minute of one client address, 300 a minute of one user. */
  "boards.place": { argument: { scope: { machineId: string } | { groupId: string; machineId: string } | { eventId: string; machineId: string } | { venueId: string; machineId: string }; window?: "all" | "year" | "month" | "week" | "day"; userId: string }; answer: ScorePlacement | null }
  /** Our addition: one player's ranks on a machine's boards, in all windows. For: everybody. */
  "boards.places": { argument: { machineId: string; userId: string }; answer: { places: (PlayerRankDocOfList)[] } }
  /** For: everybody. */
  "boards.top": { argument: { scope: { machineId: string } | { groupId: string; machineId: string } | { eventId: string; machineId: string } | { venueId: string; machineId: string }; window?: "all" | "year" | "month" | "week" | "day"; limit?: number; verifiedOnly?: boolean }; answer: { boardRows: (BoardRowDocOfList)[]; boards: (BoardDocOfList)[] } }
  /** Clears the entries that are not in use: of one cache, or without `name` of all. `cleared`: number of entries. For: administrators. At most 60 a minute of one user (together: administration). */
  "cache.clear": { argument: { name?: string }; answer: { cleared: number } }
  /** Sorted by name. For: administrators. At most 60 a minute of one user (together: administration). */
  "cache.stats": { argument: { [key: string]: never }; answer: (CacheRow)[] }
  /** For: event directors, or who runs the group. At most 120 a minute of one user. */
  "events.add": { argument: { _id: string; name: string; description?: string; venue?: string; startsAt: string; endsAt: string; timeZone?: string; format: { kind: "high-score" } | { kind: "best-game"; points: "papa" | "linear" | { linear: number } | { custom: (number)[] }; machinesCounted?: number; attemptsPerMachine?: number } | { kind: "pin-golf"; balls: 3 | 5; targets: { [key: string]: number }; missed: "simple" | "graded" } | { kind: "match-play"; grouping: "swiss" | "tiers" | "balanced" | "random"; groupSize: 2 | 3 | 4; rounds: number; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "strikes"; groupSize: 2 | 3 | 4; strikesToLeave: number; strikes: "standard" | "fair" | "progressive" } | { kind: "amazing-race"; out: number } | { kind: "group-bracket"; games: number; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "bracket"; elimination: "single" | "double"; bestOf: 1 | 3 | 5 | 7; third: boolean; choice: "higher-seed" | "loser" | "drawn" } | { kind: "ladder"; groupSize: 2 | 3 | 4 } | { kind: "round-robin"; meetings: 1 | 2 } | { kind: "target-match-play"; grouping: "swiss" | "tiers" | "balanced" | "random"; groupSize: 2 | 3 | 4; target: number; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "flip-frenzy"; groupSize: 2 | 3; minutes: number; order: "percentage" | "net"; leastGames: number } | { kind: "max-match-play"; games: number; groupSize: 2 | 3 | 4; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "pace-match-play"; games: number; groupSize: 2 | 3 | 4; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "frenzy-knockout"; groupSize: 2 | 3 | 4; strikesToLeave: number; strikes: "standard" | "fair" | "progressive" } | { kind: "card-best-game"; points: "papa" | "linear" | { linear: number } | { custom: (number)[] }; gamesPerCard: number; cardsPerPlayer?: number } | { kind: "bowling"; targets: { [key: string]: number }; spareAt: number; attemptsPerMachine?: number } | { kind: "golf-bracket"; holes: number; targets: { [key: string]: number } }; machineIds: (string)[]; agreement?: "director" | "two" | "one"; capacity?: number | null; tieBreaks?: ("head-to-head" | "wins" | "places" | "buchholz" | "median-buchholz" | "highest-round")[]; byes?: "full" | "half" | "none"; byeOpponent?: "none" | "self"; seeding?: "random" | "manual" | "ifpa" | "previous" | "series" | "rating"; gamesPerRound?: number; firstRound?: "slaughter" | "adjacent" | "cross" | "random"; playOrder?: "balanced" | "rotating" | "random" | "seed" | "seed-reverse" | "position" | "none"; machineDraw?: "balanced" | "random" | "banks" | "manual" | "none"; banks?: { [key: string]: string } | null; venueId?: string | null; balanceOver?: "event" | "series"; groupId?: string; picture?: { key: string } }; answer: { eventId: string } }
  /** Our addition: makes an event of those who go on from a finished one, with its machines, its directors and, as seeds, its standings. `first` is the first place that goes on, if left out the one behind those who are in other finals of the event, who are left out. Either `count` players go on or a `share` (in percent) of those who have played. Where players are tied at the line, `ties` says what becomes of them. For: director of the event. At most 120 a minute of one user. */
  "events.addFinals": { argument: { _id: string; eventId: string; name: string; format: { kind: "high-score" } | { kind: "best-game"; points: "papa" | "linear" | { linear: number } | { custom: (number)[] }; machinesCounted?: number; attemptsPerMachine?: number } | { kind: "pin-golf"; balls: 3 | 5; targets: { [key: string]: number }; missed: "simple" | "graded" } | { kind: "match-play"; grouping: "swiss" | "tiers" | "balanced" | "random"; groupSize: 2 | 3 | 4; rounds: number; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "strikes"; groupSize: 2 | 3 | 4; strikesToLeave: number; strikes: "standard" | "fair" | "progressive" } | { kind: "amazing-race"; out: number } | { kind: "group-bracket"; games: number; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "bracket"; elimination: "single" | "double"; bestOf: 1 | 3 | 5 | 7; third: boolean; choice: "higher-seed" | "loser" | "drawn" } | { kind: "ladder"; groupSize: 2 | 3 | 4 } | { kind: "round-robin"; meetings: 1 | 2 } | { kind: "target-match-play"; grouping: "swiss" | "tiers" | "balanced" | "random"; groupSize: 2 | 3 | 4; target: number; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "flip-frenzy"; groupSize: 2 | 3; minutes: number; order: "percentage" | "net"; leastGames: number } | { kind: "max-match-play"; games: number; groupSize: 2 | 3 | 4; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "pace-match-play"; games: number; groupSize: 2 | 3 | 4; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "frenzy-knockout"; groupSize: 2 | 3 | 4; strikesToLeave: number; strikes: "standard" | "fair" | "progressive" } | { kind: "card-best-game"; points: "papa" | "linear" | { linear: number } | { custom: (number)[] }; gamesPerCard: number; cardsPerPlayer?: number } | { kind: "bowling"; targets: { [key: string]: number }; spareAt: number; attemptsPerMachine?: number } | { kind: "golf-bracket"; holes: number; targets: { [key: string]: number } }; first?: number; count?: number; share?: number; ties?: "all" | "none" | "lot" }; answer: { eventId: string; players: number; refused: (string)[] } }
  /** Our addition: adds a player without an account. For: director of the event. At most 600 a minute of one user. */
  "events.addGuest": { argument: { _id: string; eventId: string; displayName: string; ifpaNumber?: string }; answer: { entrantId: string } }
  /** Our addition: adds players. Each entry has its own outcome. Players with accounts who are in the event already are found, not added; so are guests who were added under the same `_id`. For: director of the event. At most 600 a minute of one user. */
  "events.addPlayers": { argument: { eventId: string; entries: ({ _id: string; userId: string; presence?: "expected" | "here" } | { _id: string; displayName: string; ifpaNumber?: string; presence?: "expected" | "here"; keep?: boolean } | { _id: string; personId: string; ifpaNumber?: string; presence?: "expected" | "here" })[] }; answer: { entrants: (AddedEntrant)[] } }
  /** Our addition: adds points, strikes or strokes to a player's total, or takes them (a negative amount), with a reason that everybody may read. In rounds it counts from those drawn so far on, so a player who enters a knockout late may start with strikes. In a high-score event and an amazing race nothing can be added: places alone decide there, and no total. It is taken back by `events.undo`, with its `_id` as `voidId`. For: director of the event. At most 600 a minute of one user. */
  "events.adjust": { argument: { _id: string; eventId: string; entrantId: string; amount: number; reason: string }; answer: { [key: string]: never } }
  /** Our addition: changes the groups of the latest round. Each group gets exactly the players who are named, in this order of play; one with none is broken up, and one without `groupId` is new. Players who are named nowhere afterwards do not play this round. `was`: the players as the caller knows them. A group whose players change loses its results; if one of them is confirmed, only with `reopens`. The change is taken back by `events.undo`, with its `_id` as `voidId`. For: director of the event. At most 600 a minute of one user. */
  "events.arrange": { argument: { _id: string; eventId: string; roundId: string; groups: ({ groupId?: string; entrantIds: (string)[]; was: (string)[] })[]; byes?: { entrantIds: (string)[]; was: (string)[] }; reopens?: true }; answer: { [key: string]: never } }
  /** Our addition: all attempts. Late ones that wait for the director come first, then the latest. For: director of the event. */
  "events.attempts": { argument: { eventId: string; limit?: number; before?: string; entrantId?: string; machineId?: string }; answer: { eventAttempts: (EventAttemptDocOfList)[] } }
  /** For: director of the event. At most 600 a minute of one user. */
  "events.cancel": { argument: { eventId: string }; answer: { [key: string]: never } }
  /** Our addition: checks the caller in, who joins the event if need be. `waiting`: the event is full, and the caller waits for a place. For: signed in. At most 120 a minute of one user. */
  "events.checkIn": { argument: { code: string }; answer: { eventId: string; waiting?: true } }
  /** Our addition: returns the code by which players check themselves in, for a QR code where the event is played. It stays the same. For: scorekeeper of the event. At most 600 a minute of one user. */
  "events.checkInCode": { argument: { eventId: string }; answer: { code: string } }
  /** Our addition: moves a guest's entry, with its scores, to the caller's account. If the entry was made from somebody on the list of people of the event's group, all entries of this person move. Repeating the call returns the same answer. For: signed in. At most 120 a minute of one user. */
  "events.claim": { argument: { code: string }; answer: { eventId: string } }
  /** Our addition: returns the code by which a guest's entry can be claimed. The code stays the same until it is used. For: director of the event. At most 600 a minute of one user. */
  "events.claimCode": { argument: { eventId: string; entrantId: string }; answer: { code: string } }
  /** Our addition: ends the event now. Closing it again changes nothing. For: director of the event. At most 600 a minute of one user. */
  "events.close": { argument: { eventId: string }; answer: { [key: string]: never } }
  /** Our addition: decides whether a late score from an offline queue counts. For: director of the event. At most 600 a minute of one user. */
  "events.decide": { argument: { eventId: string; attemptId: string; accept: boolean }; answer: { [key: string]: never } }
  /** Our addition: makes a link by which one device keeps scores without an account. Until the link is opened, repeating the call returns a new address, and the earlier one is good no longer. With `kioskCode` the device is a kiosk: it enters results of games that have none, and scores, changes nothing, and is left by this code alone. For: director of the event. At most 600 a minute of one user. */
  "events.deviceLink": { argument: { _id: string; eventId: string; kioskCode?: string }; answer: { url: string } }
  /** Our addition: the event's device links that are good, for those who direct it. For: director of the event. */
  "events.devices": { argument: { eventId: string }; answer: { eventDevices: (EventDeviceDocOfList)[] } }
  /** Our addition: draws the next round among the entrants who are checked in, also before the planned start. `round` is 1 for the first. `leavesOpen`: also if games of earlier rounds are without a result; they stay open. `held`: only those who direct the event see the round until they show it (`events.show`). `startsAt`: when the round begins. A bracket is drawn once: its later games follow from the results. For: director of the event. At most 600 a minute of one user. */
  "events.draw": { argument: { _id: string; eventId: string; leavesOpen?: true; held?: true; startsAt?: string }; answer: { round: number } }
  /** Our addition: takes the last round back, as long as none of its results is confirmed. For: director of the event. At most 600 a minute of one user. */
  "events.drop": { argument: { eventId: string; roundId: string }; answer: { [key: string]: never } }
  /** Omitted fields stay unchanged. Once there is a score, a round or an adjustment, the format stays as it is, but for the number of rounds of match play and the targets of pin golf. A machine that is left out then goes out of order if something was played on it. For: director of the event. At most 600 a minute of one user. */
  "events.edit": { argument: { eventId: string; name?: string; description?: string; venue?: string; startsAt?: string; endsAt?: string; timeZone?: string; format?: { kind: "high-score" } | { kind: "best-game"; points: "papa" | "linear" | { linear: number } | { custom: (number)[] }; machinesCounted?: number; attemptsPerMachine?: number } | { kind: "pin-golf"; balls: 3 | 5; targets: { [key: string]: number }; missed: "simple" | "graded" } | { kind: "match-play"; grouping: "swiss" | "tiers" | "balanced" | "random"; groupSize: 2 | 3 | 4; rounds: number; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "strikes"; groupSize: 2 | 3 | 4; strikesToLeave: number; strikes: "standard" | "fair" | "progressive" } | { kind: "amazing-race"; out: number } | { kind: "group-bracket"; games: number; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "bracket"; elimination: "single" | "double"; bestOf: 1 | 3 | 5 | 7; third: boolean; choice: "higher-seed" | "loser" | "drawn" } | { kind: "ladder"; groupSize: 2 | 3 | 4 } | { kind: "round-robin"; meetings: 1 | 2 } | { kind: "target-match-play"; grouping: "swiss" | "tiers" | "balanced" | "random"; groupSize: 2 | 3 | 4; target: number; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "flip-frenzy"; groupSize: 2 | 3; minutes: number; order: "percentage" | "net"; leastGames: number } | { kind: "max-match-play"; games: number; groupSize: 2 | 3 | 4; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "pace-match-play"; games: number; groupSize: 2 | 3 | 4; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "frenzy-knockout"; groupSize: 2 | 3 | 4; strikesToLeave: number; strikes: "standard" | "fair" | "progressive" } | { kind: "card-best-game"; points: "papa" | "linear" | { linear: number } | { custom: (number)[] }; gamesPerCard: number; cardsPerPlayer?: number } | { kind: "bowling"; targets: { [key: string]: number }; spareAt: number; attemptsPerMachine?: number } | { kind: "golf-bracket"; holes: number; targets: { [key: string]: number } }; machineIds?: (string)[]; agreement?: "director" | "two" | "one"; capacity?: number | null; tieBreaks?: ("head-to-head" | "wins" | "places" | "buchholz" | "median-buchholz" | "highest-round")[]; byes?: "full" | "half" | "none"; byeOpponent?: "none" | "self"; seeding?: "random" | "manual" | "ifpa" | "previous" | "series" | "rating"; gamesPerRound?: number; firstRound?: "slaughter" | "adjacent" | "cross" | "random"; playOrder?: "balanced" | "rotating" | "random" | "seed" | "seed-reverse" | "position" | "none"; machineDraw?: "balanced" | "random" | "banks" | "manual" | "none"; banks?: { [key: string]: string } | null; venueId?: string | null; balanceOver?: "event" | "series" }; answer: { [key: string]: never } }
  /** Our addition: changes a guest's name or IFPA number, or anybody's seed (`null`: none). Omitted fields stay unchanged. A player with an account has their own name and number. `keep`: the guest is put on the list of people of the event's group, if it has one. For: director of the event. At most 600 a minute of one user. */
  "events.editEntrant": { argument: { eventId: string; entrantId: string; displayName?: string; ifpaNumber?: string | null; seed?: number | null; keep?: true }; answer: { [key: string]: never } }
  /** Our addition: ends a device link. Ending it again changes nothing. For: director of the event. At most 600 a minute of one user. */
  "events.endDevice": { argument: { eventId: string; deviceId: string }; answer: { [key: string]: never } }
  /** Our addition: one who runs the event enters a score for an entrant, usually a guest. For: scorekeeper of the event. At most 600 a minute of one user, 3,000 a minute of one client address. */
  "events.enter": { argument: { _id: string; eventId: string; device?: string; entrantId: string; machineId: string; value?: number; strokes?: number; playedAt?: string }; answer: { [key: string]: never } }
  /** Our addition: the event's entrants. For: everybody. */
  "events.entrants": { argument: { eventId: string; device?: string }; answer: { eventEntrants: (EventEntrantDocOfList)[] } }
  /** `body` is text: CSV (`position,name,ifpa_number,points`, then the details of each machine or round, the games of each player and what was added to totals), complete JSON from which the standings can be recomputed, or, our addition to the API, the CSV for IFPA (`position,name,ifpa_number` of those who have played) with `grade`: how IFPA would grade the event. While the standings are held back, only those who direct the event get it. For: everybody. At most 60 a minute of one client address, 20 a minute of one connection. */
  "events.export": { argument: { eventId: string; as: "csv" | "json" | "ifpa" }; answer: { filename: string; type: string; body: string; grade?: EventGrade } }
  /** Our addition: what taking part costs, and who has paid it. For: director of the event. */
  "events.fees": { argument: { eventId: string }; answer: { eventFees: (EventFeeDocOfList)[]; eventPayments: (EventPaymentDocOfList)[] } }
  /** Our addition: makes another user the event's director; co-directors may not. For: director of the event, but no co-director. At most 600 a minute of one user. */
  "events.handOver": { argument: { eventId: string; userId: string }; answer: { [key: string]: never } }
  /** Our addition: the rounds that are held back, with their groups. For: director of the event. */
  "events.heldRounds": { argument: { eventId: string }; answer: { eventRounds: (EventRoundDocOfList)[]; eventGroups: (EventGroupDocOfList)[] } }
  /** Our addition: the standings, also while they are held back. For: director of the event. */
  "events.heldStandings": { argument: { eventId: string; limit?: number; withoutRanks?: true }; answer: { standings: (StandingsDocOfList)[] } }
  /** Our addition: holds the standings back, or shows them again. While they are held back, also after the end, only those who direct the event learn ranks, totals and what follows from them (`events.heldStandings`); the results of games stay visible. Asking for what is so already changes nothing. For: director of the event. At most 600 a minute of one user. */
  "events.holdStandings": { argument: { eventId: string; held: boolean }; answer: { [key: string]: never } }
  /** If the event is full, the caller waits for a place (our addition to the API). For: signed in. At most 120 a minute of one user. */
  "events.join": { argument: { eventId: string }; answer: { [key: string]: never } }
  /** For: signed in. At most 120 a minute of one user. */
  "events.leave": { argument: { eventId: string }; answer: { [key: string]: never } }
  /** Events sorted by when they start: upcoming ones soonest first, all others latest first. `groupId`, our addition to the API: only the events of this group. `venueId`, our addition too: only the events at this venue, those of its group among them. For: everybody. */
  "events.list": { argument: { state?: "upcoming" | "live" | "finished" | "cancelled"; limit?: number; before?: string; groupId?: string; venueId?: string }; answer: { events: (EventDocOfList)[] } }
  /** Our addition: the event's log, mainly of what its director has done. For: everybody. */
  "events.log": { argument: { eventId: string }; answer: { eventLog: (EventLogDocOfList)[] } }
  /** Our addition: what a check-in code, or a claim code that is not used yet, is for, so that people see it before they use it. For: everybody. At most 300 a minute of one client address. */
  "events.look": { argument: { code: string }; answer: EventOfCode }
  /** Our addition: moves everything that a guest has played to another entrant, and removes the guest. For: director of the event. At most 600 a minute of one user. */
  "events.mergeEntrants": { argument: { eventId: string; from: string; into: string }; answer: { [key: string]: never } }
  /** Our addition: moves a game of a group to another machine, for example because its own has broken. Where machines are chosen by hand (`machineDraw`) and players enter results that count (`agreement`), a player of the group may do it too. For: director of the event, or players of the game where they choose its machine. At most 600 a minute of one user. */
  "events.move": { argument: { eventId: string; groupId: string; game?: number; machineId: string }; answer: { [key: string]: never } }
  /** Our addition: what the caller needs on each machine to gain a rank, and how many attempts the caller has left. Empty in round formats. For: signed in. At most 300 a minute of one user. */
  "events.needs": { argument: { eventId: string }; answer: (NeedOnMachine)[] }
  /** For: everybody. */
  "events.one": { argument: { eventId: string; device?: string }; answer: { events: (EventDocOfList)[]; eventMachines: (EventMachineDocOfList)[] } }
  /** Our addition: the people of the event's group who need no account, and which entrants are some of them; nobody if it has no group. For: director of the event. */
  "events.people": { argument: { eventId: string }; answer: { groupPeople: (GroupPersonDocOfList)[]; eventPeople: (EventPersonDocOfList)[] } }
  /** Our addition: returns the claim code of the latest event that somebody on a group's list of people plays in as a guest. It is good for all entries of the person. For: who runs the group. At most 600 a minute of one user. */
  "events.personClaimCode": { argument: { groupId: string; personId: string }; answer: { code: string } }
  /** Our addition: decides a tie that the format leaves open. `order`: everybody who shares the rank, the winner first. For: director of the event. At most 600 a minute of one user. */
  "events.playoff": { argument: { _id: string; eventId: string; order: (string)[]; replaces?: (string)[] }; answer: { [key: string]: never } }
  /** Our addition: sets the presence of one entrant, of several or of all. Those who run the event may set everybody's; players who are checked in may pause and return, which they do by their own `entrantId`. In a bracket, who is `gone` loses the games that are not played yet; to come back, nobody may have played on since. For: the entrant, or scorekeeper of the event. At most 600 a minute of one user, 3,000 a minute of one client address. */
  "events.presence": { argument: { eventId: string; device?: string; entrantId?: string; entrantIds?: (string)[]; all?: true; presence: "expected" | "here" | "paused" | "gone" }; answer: { [key: string]: never } }
  /** Our addition: removes an entrant who has not played. Removing one who is not in the event changes nothing. For: director of the event. At most 600 a minute of one user. */
  "events.removeEntrant": { argument: { eventId: string; entrantId: string }; answer: { [key: string]: never } }
  /** Our addition: makes a finished event live again, with everything as it was. `endsAt` is required where the clock ends the format. Reopening a live event changes nothing. For: director of the event. At most 600 a minute of one user. */
  "events.reopen": { argument: { eventId: string; endsAt?: string }; answer: { [key: string]: never } }
  /** Our addition: enters the result of a group's game. A player's entry counts as the event's agreement says; an entry of its director, a co-director or a scorekeeper is confirmed at once. Scores count on the boards as long as the result does. A call without scores keeps those that were entered with the same places. In a bracket a correction that lets others play later games takes those games back, with their results, in one step that `events.undo` takes back; the error `results-would-open` names them as `games` in its details. For: players of the game, or scorekeeper of the event. At most 600 a minute of one user, 3,000 a minute of one client address. */
  "events.result": { argument: { eventId: string; device?: string; groupId: string; game?: number; order: (string)[]; places?: (number)[]; scores?: (number | null)[]; replaces?: { order: (string)[]; places?: (number)[]; scores?: (number | null)[] }; reopens?: true }; answer: { state: "confirmed" | "entered" } }
  /** Our addition: rounds with their groups, but for those that are held back. `round: 'latest'`: all rounds, but groups only of the latest one, also after another round is drawn, and of a bracket those of all; a number: only that round, if it exists; omitted: all rounds with all groups. For: everybody. */
  "events.rounds": { argument: { eventId: string; device?: string; round?: "latest" | number }; answer: { eventRounds: (EventRoundDocOfList)[]; eventGroups: (EventGroupDocOfList)[] } }
  /** Our addition: the players who play every game on certain machines. For: director of the event. */
  "events.seats": { argument: { eventId: string }; answer: { eventSeats: (EventSeatDocOfList)[] } }
  /** Our addition: says what taking part costs, or that it costs nothing (`fee: null`). It is noted only: nothing is charged. For: director of the event. At most 600 a minute of one user. */
  "events.setFee": { argument: { eventId: string; fee: { amount: number; currency: string } | null }; answer: { [key: string]: never } }
  /** Our addition: marks a machine as out of order (`active: false`), so that it takes no scores and is not drawn, or as back in order. For: director of the event. At most 600 a minute of one user. */
  "events.setMachine": { argument: { eventId: string; machineId: string; active: boolean }; answer: { [key: string]: never } }
  /** Our addition: notes that a player has paid the fee, or has not. For: director of the event. At most 600 a minute of one user. */
  "events.setPaid": { argument: { eventId: string; entrantId: string; paid: boolean }; answer: { [key: string]: never } }
  /** Our addition: names the machines on which a player plays every game, for example because the player cannot walk far; an empty list: all. Only those who direct the event see it, so it is not in the log. For: director of the event. At most 600 a minute of one user. */
  "events.setSeat": { argument: { eventId: string; entrantId: string; machineIds: (string)[] }; answer: { [key: string]: never } }
  /** Our addition: sets the seeds of several entrants; or of all of them by their ranks in an earlier event (`previous`), in which players are found by their account, and guests by their name; or as another source has them now (`from`). Who is not in it has no seed. For: director of the event. At most 600 a minute of one user. */
  "events.setSeeds": { argument: { eventId: string; seeds?: ({ entrantId: string; seed: number | null })[]; previous?: string; from?: "series" | "rating" }; answer: { [key: string]: never } }
  /** Our addition: gives a user a part in running the event, or takes it away (`role: null`). A co-director does what its director does, except to hand the event over; a scorekeeper enters and confirms results, and checks players in. Setting the current role again changes nothing. For: director of the event. At most 600 a minute of one user. */
  "events.setStaff": { argument: { eventId: string; userId: string; role: "co-director" | "scorekeeper" | null }; answer: { [key: string]: never } }
  /** Our addition: shows everybody a round that was held back. Showing it again changes nothing. For: director of the event. At most 600 a minute of one user. */
  "events.show": { argument: { eventId: string; roundId: string }; answer: { [key: string]: never } }
  /** There are none while the director holds them back. Our addition: `withoutRanks`. One result shifts the ranks of many rows, which each would have to be sent. Rows without ranks change only with what their players do, and their ranks can be counted; see the documents. For: everybody. */
  "events.standings": { argument: { eventId: string; device?: string; limit?: number; withoutRanks?: true }; answer: { standings: (StandingsDocOfList)[] } }
  /** Our addition: starts the event now rather than when it was planned. Starting a live event changes nothing. For: director of the event. At most 600 a minute of one user. */
  "events.start": { argument: { eventId: string }; answer: { [key: string]: never } }
  /** Our addition: undoes a void, so that its attempts or its game count again, a change of a round (`events.arrange`), or an adjustment (`events.adjust`). For: director of the event. At most 600 a minute of one user. */
  "events.undo": { argument: { eventId: string; voidId: string }; answer: { [key: string]: never } }
  /** Our addition: voids one attempt, all attempts on a machine between two moments, or the confirmed game of a group. Void attempts and games do not count in the standings; a void game may be moved to another machine and entered again. For: director of the event. At most 600 a minute of one user. */
  "events.void": { argument: { _id: string; eventId: string; what: { attemptId: string } | { machineId: string; from: string; to: string } | { groupId: string; game?: number }; reason?: string; reopens?: true }; answer: { [key: string]: never } }
  /** For: signed in. At most 120 a minute of one user. */
  "groups.add": { argument: { _id: string; name: string; description?: string; visibility: "public" | "private"; rated?: boolean; picture?: { key: string } }; answer: { groupId: string } }
  /** Our addition: puts people without an account on the list of a group, all of them or none. People who were added under the same `_id` are found, not added again. For: who runs the group. At most 120 a minute of one user. */
  "groups.addPeople": { argument: { groupId: string; people: ({ _id: string; name: string; ifpaNumber?: string | null; note?: string })[] }; answer: { [key: string]: never } }
  /** For: who runs the group. At most 120 a minute of one user. */
  "groups.edit": { argument: { groupId: string; name?: string; description?: string; visibility?: "public" | "private"; rated?: boolean; picture?: { key: string } | null; webhook?: string | null }; answer: { [key: string]: never } }
  /** Our addition: changes what the list says of a person. Omitted fields stay unchanged. The entries that were made from the person get the new name and number too, in all events of the group. For: who runs the group. At most 120 a minute of one user. */
  "groups.editPerson": { argument: { groupId: string; personId: string; name?: string; ifpaNumber?: string | null; note?: string }; answer: { [key: string]: never } }
  /** Creates a new code, valid for a week and for anybody who has it. For: who runs the group. At most 120 a minute of one user. */
  "groups.invite": { argument: { groupId: string }; answer: { code: string; expiresAt: string } }
  /** Takes exactly one of the two. For: signed in. At most 30 an hour of one user (together: joining groups). */
  "groups.join": { argument: { groupId?: string; code?: string }; answer: { groupId: string } }
  /** For: signed in. At most 30 an hour of one user (together: joining groups). */
  "groups.leave": { argument: { groupId: string }; answer: { [key: string]: never } }
  /** Public groups, newest first. For: everybody. */
  "groups.list": { argument: { limit?: number; before?: string }; answer: { groups: (GroupDocOfList)[] } }
  /** Our addition. Tells who has an invitation's code which group it is for and who invites, before they join. For: everybody. At most 60 a minute of one client address (together: looking at links). */
  "groups.look": { argument: { code: string }; answer: GroupInvite }
  /** Our addition: the 100 machines that the most members of a group have played. For: everybody. */
  "groups.machines": { argument: { groupId: string }; answer: { groupMachines: (GroupMachineDocOfList)[] } }
  /** Our addition: two people on the list are one. `into` gets the entries of `from`, which leaves the list; if an account has claimed `into`, the account gets them. For: who runs the group. At most 120 a minute of one user. */
  "groups.mergePeople": { argument: { groupId: string; from: string; into: string }; answer: { [key: string]: never } }
  /** Our addition: the groups that the caller is a member of, including private ones, each with the caller's own document of `members`. For: signed in. */
  "groups.mine": { argument: { [key: string]: never }; answer: { groups: (GroupDocOfList)[]; members: (MemberDocOfList)[] } }
  /** One group with its members. For: everybody. */
  "groups.one": { argument: { groupId: string }; answer: { groups: (GroupDocOfList)[]; members: (MemberDocOfList)[] } }
  /** Our addition: the people of a group who need no account. For: who runs the group. */
  "groups.people": { argument: { groupId: string }; answer: { groupPeople: (GroupPersonDocOfList)[] } }
  /** For: owner of the group. At most 120 a minute of one user. */
  "groups.remove": { argument: { groupId: string }; answer: { [key: string]: never } }
  /** For: who runs the group. At most 120 a minute of one user. */
  "groups.removeMember": { argument: { groupId: string; userId: string }; answer: { [key: string]: never } }
  /** Our addition: takes a person off the list. What the person has played stays: under the name, or with `eraseName` as of a former member. Removing somebody who is not on the list changes nothing. For: who runs the group. At most 120 a minute of one user. */
  "groups.removePerson": { argument: { groupId: string; personId: string; eraseName: boolean }; answer: { [key: string]: never } }
  /** For: owner of the group. At most 120 a minute of one user. */
  "groups.setRoles": { argument: { groupId: string; userId: string; roles: ("owner" | "manager" | "member")[] }; answer: { [key: string]: never } }
  /** Our addition: the group's webhook at Discord, without its address. Empty if there is none. For: who runs the group. */
  "groups.webhook": { argument: { groupId: string }; answer: { groupWebhooks: (GroupWebhookDocOfList)[] } }
  /** Imports an event of Match Play with its players, rounds and results, whose director the caller becomes. `matchPlay`: its address, and a token of the caller's (matchplay.events/account/tokens), which is used for this call and not stored; or `event`: what was read from saved answers. `machines`: which machines those are that could not be told, by their places in the list and the names that the list gives them. If the list has another name in such a place by now, nothing is imported, and the answer is that of a dry run. `dryRun`: changes nothing. Players are imported as guests, whose entries accounts may claim; in a group, those whom its list knows by their IFPA number or name become these people. For: event directors, or who runs the group. At most 60 an hour of one user. */
  "imports.event": { argument: { _id: string; groupId?: string; matchPlay?: { tournament: string; token: string }; event?: { source: "matchplay.events"; sourceId: string; name: string; venue: string; startsAt: string; endsAt: string; timeZone: string; isFinished: boolean; format: { kind: "high-score" } | { kind: "best-game"; points: "papa" | "linear" | { linear: number } | { custom: (number)[] }; machinesCounted?: number; attemptsPerMachine?: number } | { kind: "pin-golf"; balls: 3 | 5; targets: { [key: string]: number }; missed: "simple" | "graded" } | { kind: "match-play"; grouping: "swiss" | "tiers" | "balanced" | "random"; groupSize: 2 | 3 | 4; rounds: number; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "strikes"; groupSize: 2 | 3 | 4; strikesToLeave: number; strikes: "standard" | "fair" | "progressive" } | { kind: "amazing-race"; out: number } | { kind: "group-bracket"; games: number; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "bracket"; elimination: "single" | "double"; bestOf: 1 | 3 | 5 | 7; third: boolean; choice: "higher-seed" | "loser" | "drawn" } | { kind: "ladder"; groupSize: 2 | 3 | 4 } | { kind: "round-robin"; meetings: 1 | 2 } | { kind: "target-match-play"; grouping: "swiss" | "tiers" | "balanced" | "random"; groupSize: 2 | 3 | 4; target: number; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "flip-frenzy"; groupSize: 2 | 3; minutes: number; order: "percentage" | "net"; leastGames: number } | { kind: "max-match-play"; games: number; groupSize: 2 | 3 | 4; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "pace-match-play"; games: number; groupSize: 2 | 3 | 4; points: "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } } } | { kind: "frenzy-knockout"; groupSize: 2 | 3 | 4; strikesToLeave: number; strikes: "standard" | "fair" | "progressive" } | { kind: "card-best-game"; points: "papa" | "linear" | { linear: number } | { custom: (number)[] }; gamesPerCard: number; cardsPerPlayer?: number } | { kind: "bowling"; targets: { [key: string]: number }; spareAt: number; attemptsPerMachine?: number } | { kind: "golf-bracket"; holes: number; targets: { [key: string]: number } }; byes: "full" | "half" | "none"; tieBreaks: ("head-to-head" | "wins" | "places" | "buchholz" | "median-buchholz" | "highest-round")[]; placesOnly: boolean; machines: ({ name: string; opdbId: string | null })[]; players: ({ name: string; nameThere?: string; ifpaNumber: string | null; hasLeft: boolean })[]; rounds: ({ byes: (number)[]; groups: ({ players: (number)[]; games: ({ machine: number | null; order: (number)[] | null; places: (number)[] | null; points: (number)[] | null })[] })[] })[]; attempts: ({ player: number; machine: number; value: number; at: string })[]; adjustments: ({ player: number; amount: number; reason: string })[]; standings: ({ player: number; place: number; total: number | null })[] }; machines?: ({ machine: number; name: string; machineId: string })[]; dryRun: boolean }; answer: EventImport }
  /** Asks the IFPA whose numbers these are, if the operator has set a key. For: signed in. At most 60 an hour of one user. */
  "imports.ifpa": { argument: { ifpaNumbers: (string)[] }; answer: (IfpaPlayer)[] }
  /** Returns the caller's latest imports, the newest first, at most 50. For: signed in. At most 120 a minute of one user. */
  "imports.mine": { argument: { kind?: "scores" | "people" | "event" }; answer: (ImportInfo)[] }
  /** Imports people into a group's list: from a table with the column `name`, and if there is one `ifpa`. Those on the list already stay; who has no number there gets that of the table. `dryRun`: says what would become of each row, and changes nothing. `added`: how many were added, or have got a number. For: who runs the group. At most 60 an hour of one user. */
  "imports.people": { argument: { _id: string; groupId: string; csv: string; dryRun: boolean }; answer: { rows: (ImportedPerson)[]; added: number } }
  /** Imports the caller's own scores: from a table with the columns `machine` and `score`, and if there are some `date`, `comment` and `opdb`; or the best ones of a user of Pinball Map. They are scores as if the caller had submitted them, when they were played. Those that the caller has already are left out: of the same value, on the same machine and within a day. `dryRun`: says what would become of each row, and changes nothing. `chosen`: which machines names are that could not be told. For: signed in. At most 60 an hour of one user. */
  "imports.scores": { argument: { _id: string; csv?: string; pinballMapUser?: string; chosen?: ({ name: string; machineId: string })[]; dryRun: boolean }; answer: { rows: (ImportedScore)[]; added: number } }
  /** Undoes an import: its scores are removed, its people leave the list, its event is cancelled, unless somebody has played, joined or claimed an entry there since. People stay whom an account has claimed, who were corrected, into whom another one was merged, or who have played: `kept` says how many. Numbers that it has given are taken away again, unless the person was corrected since. Undoing it again changes nothing. For: signed in. At most 120 a minute of one user. */
  "imports.undo": { argument: { importId: string }; answer: { kept: number } }
  /** Creates an invitation. `uses`: 1 if left out, at most 10 for a player; `days` until it expires: 7 if left out. For: administrators, or players where they may invite. At most 60 a minute of one user (together: administration). */
  "invitations.add": { argument: { _id: string; uses?: number; days?: number; note?: string }; answer: InvitationLink }
  /** All invitations, newest first. `before`: an invitation's id. For: administrators. */
  "invitations.all": { argument: { limit?: number; before?: string }; answer: { invitations: (InvitationDocOfList)[] } }
  /** Returns the link of one of the caller's invitations once more. For: signed in. At most 60 a minute of one user (together: own invitations). */
  "invitations.link": { argument: { invitationId: string }; answer: InvitationLink }
  /** Tells anybody who has the token who created the invitation. For: everybody. At most 60 a minute of one client address (together: looking at links). */
  "invitations.look": { argument: { token: string }; answer: { by: { username: string; displayName: string }; expiresAt: string } }
  /** The caller's own invitations, newest first. `before`: an invitation's id. For: signed in. */
  "invitations.mine": { argument: { limit?: number; before?: string }; answer: { invitations: (InvitationDocOfList)[] } }
  /** How accounts can be created on this site. For: everybody. */
  "invitations.policy": { argument: { [key: string]: never }; answer: { invitationPolicy: (InvitationPolicyDocOfList)[] } }
  /** Ends an invitation; a repeated call changes nothing. Accounts that were created with it stay. For: signed in. At most 60 a minute of one user (together: own invitations). */
  "invitations.revoke": { argument: { invitationId: string }; answer: { [key: string]: never } }
  /** Discards a failed job. For a day, `jobs.restore` takes that back; then the job is deleted. For: administrators. At most 60 a minute of one user (together: administration). */
  "jobs.discard": { argument: { jobId: string }; answer: { [key: string]: never } }
  /** Our addition: the hundred jobs that failed last. For: administrators. */
  "jobs.failed": { argument: { [key: string]: never }; answer: { failedJobs: (FailedJobDocOfList)[] } }
  /** For: administrators. At most 60 a minute of one user (together: administration). */
  "jobs.restore": { argument: { jobId: string }; answer: { [key: string]: never } }
  /** Makes a failed job due again at once, with all its tries. For: administrators. At most 60 a minute of one user (together: administration). */
  "jobs.retry": { argument: { jobId: string }; answer: { [key: string]: never } }
  /** `_id`: made by the client. The same call sent again by the same user changes nothing. For: machine editors. At most 60 a minute of one user (together: administration). */
  "machines.add": { argument: { _id: string; name: string; manufacturer: string; year?: number | null; type: "em" | "ss" | "me"; display?: "reels" | "lights" | "alphanumeric" | "dmd" | "lcd" | "cga" | null; playerCount?: 1 | 2 | 4 | 6 | null; opdbId?: string | null; ipdbId?: number | null; backglass?: { key: string } }; answer: { machineId: string } }
  /** For: everybody. */
  "machines.all": { argument: { type?: "em" | "ss" | "me"; manufacturer?: string }; answer: { machines: (MachineDocOfList)[] } }
  /** Our addition: one page of the catalogue, so that clients need not load all of a large catalogue. `played`: only machines with a score. A list that is sorted by scores keeps its order for its subscribers, so that rows do not move while somebody reads them; see `MachinePageDoc.outdated`. For: everybody. */
  "machines.browse": { argument: { text?: string; type?: "em" | "ss" | "me"; manufacturer?: string; decade?: number; played?: boolean; sort?: "name" | "recent" | "most" | "newest"; page?: number }; answer: { machines: (MachineDocOfList)[]; machinePages: (MachinePageDocOfList)[] } }
  /** A field that is left out keeps its value. null clears an optional field. For: machine editors. At most 60 a minute of one user (together: administration). */
  "machines.edit": { argument: { machineId: string; name?: string; manufacturer?: string; year?: number | null; type?: "em" | "ss" | "me"; display?: "reels" | "lights" | "alphanumeric" | "dmd" | "lcd" | "cga" | null; playerCount?: 1 | 2 | 4 | 6 | null; opdbId?: string | null; ipdbId?: number | null; backglass?: { key: string } | null; retired?: boolean }; answer: { [key: string]: never } }
  /** Our addition: the values by which the catalogue can be filtered. For: everybody. */
  "machines.filters": { argument: { [key: string]: never }; answer: { machineFilters: (MachineFiltersDocOfList)[] } }
  /** Our addition: imports machines from an export of OPDB, or from a part of one that has the editions of a machine together with it. Doing it again changes nothing. `records`: each in JSON. For: administrators. At most 60 a minute of one user (together: administration). */
  "machines.import": { argument: { records: (string)[] }; answer: ImportCounts }
  /** Our addition: merges two catalogue entries of the same machine. Everything of `from` moves to `into`. Calling it again changes nothing. For: machine editors. At most 60 a minute of one user (together: administration). */
  "machines.merge": { argument: { from: string; into: string }; answer: { [key: string]: never } }
  /** Our addition: returns what `machines.merge` would move, or throws the error with which it would fail. For: machine editors. At most 60 a minute of one user (together: administration). */
  "machines.mergePreview": { argument: { from: string; into: string }; answer: MergePreview }
  /** Our addition: the names of the catalogue, for a device that keeps them. `known`: the version that it has. For: everybody. At most 1,200 a minute of one client address, 300 a minute of one user. */
  "machines.names": { argument: { known?: string }; answer: MachineNames }
  /** For a machine that was merged into another, it publishes only the document of `mergedMachines`. For: everybody. */
  "machines.one": { argument: { machineId: string }; answer: { machines: (MachineDocOfList)[]; machineStats: (MachineStatsDocOfList)[]; mergedMachines: (MergedMachineDocOfList)[] } }
  /** For: everybody. At most 1,200 a minute of one client address, 300 a minute of one user. */
  "machines.search": { argument: { text: string; limit?: number }; answer: (FoundMachine)[] }
  /** Our addition: the part of `site.overview` that concerns moderators. For: moderators. At most 60 a minute of one user (together: administration). */
  "moderation.overview": { argument: { [key: string]: never }; answer: PendingModeration }
  /** Our addition: blocks a name. `anywhere` counts for words. Idempotent on `_id`. For: administrators. At most 60 a minute of one user (together: administration). */
  "names.block": { argument: { _id: string; kind: "username" | "word" | "domain"; name: string; anywhere?: boolean }; answer: { [key: string]: never } }
  /** Our addition: the names, words and mail domains that nobody may choose. For: administrators. */
  "names.blocked": { argument: { [key: string]: never }; answer: { blockedNames: (BlockedNameDocOfList)[] } }
  /** Our addition: finds the users who have a blocked name or address. They keep it. For: administrators. At most 60 a minute of one user (together: administration). */
  "names.matches": { argument: { [key: string]: never }; answer: (BlockedNameMatch)[] }
  /** For: administrators. At most 60 a minute of one user (together: administration). */
  "names.unblock": { argument: { blockedId: string }; answer: { [key: string]: never } }
  /** The user's own preferences and devices; nothing for visitors. For: everybody. */
  "notifications.mine": { argument: { [key: string]: never }; answer: { notificationSettings: (NotificationSettingsDocOfList)[]; pushDevices: (PushDeviceDocOfList)[] } }
  /** Fields that are left out keep their value; all are off at first. For: signed in. At most 120 a minute of one user. */
  "notifications.set": { argument: { beaten?: boolean; starts?: boolean; rounds?: boolean; moderated?: boolean; claims?: boolean }; answer: { [key: string]: never } }
  /** Our addition: a moderator removes a picture. `pictureId`: the part of the picture's address after the kind. Sent again, it changes nothing and gives the same answer. For: moderators. At most 60 a minute of one user (together: administration). */
  "pictures.remove": { argument: { pictureId: string }; answer: { [key: string]: never } }
  /** For: signed in. At most 120 a minute of one user. */
  "players.edit": { argument: { displayName?: string; bio?: string; location?: string; picture?: { key: string } | null; unlisted?: boolean; ifpaNumber?: string | null }; answer: { [key: string]: never } }
  /** For: everybody. */
  "players.one": { argument: { username: string }; answer: { players: (PlayerDocOfList)[]; playerBests: (PlayerBestDocOfList)[] } }
  /** Our addition: a player's progress on a machine; without `machineId`, on the machine with the most scores of the player. For: everybody. */
  "players.progress": { argument: { username: string; machineId?: string }; answer: { progress: (ProgressDocOfList)[] } }
  /** Our addition: the latest scores of the player with this user name. For: everybody. */
  "players.scores": { argument: { username: string; limit?: number; before?: string }; answer: { scores: (ScoreDocOfList)[] } }
  /** Our addition: a player's year, form and events, which only public events are part of, the player's places in the latest ten seasons that everybody may see, and the player's rating with its history. There is no rating if the player has none or hides it from the caller, or if the site has no ratings. For: everybody. */
  "players.summary": { argument: { username: string }; answer: { playerSummaries: (PlayerSummaryDocOfList)[]; playerForm: (PlayerFormDocOfList)[]; playerEvents: (PlayerEventDocOfList)[]; playerSeries: (PlayerSeriesDocOfList)[]; ratings: (RatingDocOfList)[]; ratingHistory: (RatingHistoryDocOfList)[] } }
  /** Our addition: a policy's text, in the language `lang` if it exists in it. For: everybody. */
  "policies.text": { argument: { name: "privacy" | "child-safety"; lang?: "en" | "de" | "ar" }; answer: { policies: (PolicyDocOfList)[] } }
  /** Hides the caller's own rating from everybody else, or shows it again. It is computed all the same. For: signed in. At most 120 a minute of one user. */
  "ratings.hide": { argument: { hidden: boolean }; answer: { [key: string]: never } }
  /** Players by their ratings, best first, as long as the site has ratings. Players who hide the rating, or are unlisted, are not among them. For: everybody. */
  "ratings.list": { argument: { limit?: number; minGames?: number }; answer: { ratings: (RatingDocOfList)[] } }
  /** What a player has played against another in public events, whether or not the site has ratings. Empty if they have not met, and for a player against themselves. For: everybody. */
  "ratings.versus": { argument: { username: string; other: string }; answer: { versus: (VersusDocOfList)[] } }
  /** Our addition: reports a subject to the moderators. Idempotent on `_id`. For: signed in. At most 20 an hour of one user. */
  "reports.add": { argument: { _id: string; kind: "score" | "picture" | "comment" | "profile" | "group" | "venue"; subjectId: string; reason: string }; answer: { reportId: string } }
  /** Our addition: closes a report. For: moderators. At most 60 a minute of one user (together: administration). */
  "reports.close": { argument: { reportId: string; outcome?: string }; answer: { [key: string]: never } }
  /** Our addition: the newest reports first. The first page of the open ones also has all that say that a child is in danger, up to 100. For: moderators. */
  "reports.list": { argument: { state?: "open" | "closed"; limit?: number; before?: string }; answer: { reports: (ReportDocOfList)[] } }
  /** Without `group`, changes roles in `__global_roles__`. Our addition: `flat: true` changes the flat list of users who have no roles in groups. Either all users are changed or none. The owner of a group gives owner, manager and member to its members. 400 also has the mission’s errors of roles: a group that starts with $, grouped and flat roles mixed. For: administrators, or the owner of the group. At most 60 a minute of one user (together: administration). */
  "roles.assign": { argument: { userIds: (string)[]; roles: (string)[]; group?: string; mode: "add" | "replace" | "remove"; flat?: boolean }; answer: { [key: string]: never } }
  /** For: administrators. At most 60 a minute of one user (together: administration). */
  "roles.create": { argument: { name: string }; answer: { [key: string]: never } }
  /** For: administrators. At most 60 a minute of one user (together: administration). */
  "roles.delete": { argument: { name: string }; answer: { [key: string]: never } }
  /** Our addition: all existing roles, for administrators. For: administrators. */
  "roles.list": { argument: { [key: string]: never }; answer: { roles: (RoleDocOfList)[] } }
  /** For: signed in. At most 20 a minute of one user. */
  "scores.comment": { argument: { _id: string; scoreId: string; text: string }; answer: { commentId: string } }
  /** Our addition: a player with a verified score on the machine that it has not reported itself, whose account is older than 30 days, confirms a score that is under review, or takes that back. The second player's confirmation releases the score. Repeating it changes nothing, also once it has released the score. A confirmation is for one value: it is gone when the value changes. For: all but the owner. At most 60 a minute of one user (together: opinions). */
  "scores.confirm": { argument: { scoreId: string; confirm: boolean }; answer: { confirmations: number } }
  /** For: owner, moderators or the director of the event. At most 120 a minute of one user. */
  "scores.edit": { argument: { scoreId: string; value?: number; strokes?: number; comment?: string; picture?: { key: string } | null; venueId?: string | null }; answer: { [key: string]: never } }
  /** Our addition: ends a kiosk. Ending it again changes nothing. For: moderators. At most 60 a minute of one user (together: administration). */
  "scores.endKiosk": { argument: { kioskId: string }; answer: { [key: string]: never } }
  /** For: all but the owner. At most 120 a minute of one user. */
  "scores.flag": { argument: { scoreId: string; reason: string }; answer: { [key: string]: never } }
  /** Our addition: what the home page shows beside the latest scores: the five newest records, and the eight players who played last. For: everybody. */
  "scores.highlights": { argument: { [key: string]: never }; answer: { weekRecords: (WeekRecordDocOfList)[]; playing: (PlayingDocOfList)[] } }
  /** Our addition: makes a link by which one device is a kiosk of one machine's board. It shows this board alone, enters scores of players who name themselves at it, and is left by `kioskCode`. Until the link is opened, repeating the call returns a new address, and the earlier one is good no longer. For: moderators. At most 60 a minute of one user (together: administration). */
  "scores.kioskLink": { argument: { _id: string; machineId: string; kioskCode: string }; answer: { url: string } }
  /** Our addition: the kiosks of a machine's board that have not ended, for moderators. For: moderators. */
  "scores.kiosks": { argument: { machineId: string }; answer: { boardKiosks: (BoardKioskDocOfList)[] } }
  /** For: signed in. At most 60 a minute of one user (together: opinions). */
  "scores.like": { argument: { scoreId: string; like: boolean }; answer: { likes: number } }
  /** Our addition: whether the subscribing user likes a score. For: signed in. */
  "scores.liked": { argument: { scoreId: string }; answer: { likes: (LikeDocOfList)[] } }
  /** Our addition: links the scores that `venues.texts` counts to the venue, at most 500 of them. Their texts stay as they are. For: signed in. At most 120 a minute of one user. */
  "scores.linkVenue": { argument: { venueId: string }; answer: { scoreIds: (string)[] } }
  /** `version`: the version of the score that the moderator has seen. For: moderators, or the director of the event. At most 60 a minute of one user (together: administration). */
  "scores.moderate": { argument: { scoreId: string; version: number; status: "verified" | "rejected" | "unverified"; reason?: string }; answer: { [key: string]: never } }
  /** For: everybody. */
  "scores.one": { argument: { scoreId: string }; answer: { scores: (ScoreDocOfList)[]; scoreHistory: (ScoreHistoryDocOfList)[]; comments: (CommentDocOfList)[] } }
  /** Our addition: the ranks of a score's player on the machine's boards, for the page of that score. For: everybody. */
  "scores.places": { argument: { scoreId: string }; answer: { places: (PlayerRankDocOfList)[] } }
  /** Our addition, for moderators: at most `limit` scores that wait for a moderator, the most urgent `state` first, and within a state those that have waited longest; in the state `held` the oddest. `before`: the id of the last score already loaded; it requires `state`. For: moderators. */
  "scores.queue": { argument: { state?: "held" | "disputed" | "pictured" | "record"; limit?: number; before?: string }; answer: { scores: (ScoreDocOfList)[]; scoreQueue: (PendingScoreDocOfList)[] } }
  /** `venueId`, our addition: only scores that were played there. `places`, our addition: also publishes which of the scores are their players' bests on their machines, and their places. For: everybody. */
  "scores.recent": { argument: { limit?: number; before?: string; machineId?: string; eventId?: string; groupId?: string; userId?: string; venueId?: string; places?: boolean }; answer: { scores: (ScoreDocOfList)[]; scorePlaces: (ScorePlaceDocOfList)[] } }
  /** For: owner, moderators or the director of the event. At most 120 a minute of one user. */
  "scores.remove": { argument: { scoreId: string }; answer: { [key: string]: never } }
  /** For: owner or moderators. At most 120 a minute of one user. */
  "scores.removeComment": { argument: { commentId: string }; answer: { [key: string]: never } }
  /** For: signed in. At most 30 a minute of one user, 1,200 a minute of one client address. */
  "scores.submit": { argument: { _id: string; machineId: string; value: number; achievedAt?: string; eventId?: string; strokes?: number; comment?: string; picture?: { key: string }; location?: string; venueId?: string }; answer: SubmitScoreResult }
  /** Our addition: takes these scores from a venue again: the caller's own ones, and for a manager of the venue all. Others stay as they are. For: signed in. At most 120 a minute of one user. */
  "scores.unlinkVenue": { argument: { venueId: string; scoreIds: (string)[] }; answer: { [key: string]: never } }
  /** Our addition: the scores that are void in an event, or whether this one is, with the entries of its history about that. Of events that the reader may not see there is nothing to know. For: everybody. */
  "scores.voids": { argument: { eventId?: string; scoreId?: string }; answer: { voidedScores: (VoidedScoreDocOfList)[]; scoreHistory: (ScoreHistoryDocOfList)[] } }
  /** `limit`: results of each kind, 5 if left out. Private groups and their venues are found only by their members, unlisted players by nobody. For: everybody. At most 1,200 a minute of one client address, 300 a minute of one user. */
  "search": { argument: { text: string; limit?: number }; answer: SearchResults }
  /** Our addition: adds a season of a group, or without `groupId` one of the site. For: event directors, or who runs the group. At most 120 a minute of one user. */
  "series.add": { argument: { _id: string; name: string; description?: string; points?: { kind: "own" } | { kind: "places"; table: "papa" | "linear" | { linear: number } | { custom: (number)[] } } | { kind: "share" }; counts?: number | null; drop?: number; attendance?: number; ties?: ("night-wins" | "best-night" | "latest-night")[]; groupId?: string }; answer: { seriesId: string; slug: string } }
  /** Our addition: enters the finalists of a season in an event that the caller directs, seeded by their ranks: the best `best`, or all who have played at least `minNights` nights. All who share the last rank are among the best. A player who is in the event already gets the seed. `refused`: the names of those who could not be entered For: who runs the season. At most 120 a minute of one user. */
  "series.addFinals": { argument: { seriesId: string; eventId: string; best?: number; minNights?: number }; answer: { added: number; refused: (string)[] } }
  /** Our addition: omitted fields stay unchanged, and so does the address. For: who runs the season. At most 120 a minute of one user. */
  "series.edit": { argument: { seriesId: string; name?: string; description?: string; points?: { kind: "own" } | { kind: "places"; table: "papa" | "linear" | { linear: number } | { custom: (number)[] } } | { kind: "share" }; counts?: number | null; drop?: number; attendance?: number; ties?: ("night-wins" | "best-night" | "latest-night")[] }; answer: { [key: string]: never } }
  /** Our addition: the seasons of a group, or without `groupId` those of the site, newest first. For: everybody. */
  "series.list": { argument: { groupId?: string; limit?: number }; answer: { series: (SeriesDocOfList)[] } }
  /** Our addition: what was done to a season. For: everybody. */
  "series.log": { argument: { slug: string }; answer: { seriesLog: (SeriesLogDocOfList)[] } }
  /** Our addition: the nights of a season, in their order. For: everybody. */
  "series.nights": { argument: { slug: string }; answer: { seriesNights: (SeriesNightDocOfList)[] } }
  /** Our addition: the seasons that an event is a night of. For: everybody. */
  "series.ofEvent": { argument: { eventId: string }; answer: { eventSeries: (EventSeriesDocOfList)[] } }
  /** Our addition: one season. For: everybody. */
  "series.one": { argument: { slug: string }; answer: { series: (SeriesDocOfList)[] } }
  /** Our addition: removes a season. Its events stay as they are. For: who runs the season. At most 120 a minute of one user. */
  "series.remove": { argument: { seriesId: string }; answer: { [key: string]: never } }
  /** Our addition: one row of a season's standings, night by night. For: everybody. */
  "series.row": { argument: { slug: string; rowId: string }; answer: { seriesRowNights: (SeriesRowNightDocOfList)[] } }
  /** Our addition: sets the nights of a season, in their order. Nights of a group's season are events of this group, others are public events. `was`: the nights that the caller has seen; if they are others by now, nothing is changed. A night that is hidden from everybody stays. For: who runs the season. At most 120 a minute of one user. */
  "series.setEvents": { argument: { seriesId: string; eventIds: (string)[]; was: (string)[] }; answer: { [key: string]: never } }
  /** Our addition: the first rows of a season's standings. `withoutRanks`: as in `events.standings`; the ranks follow from `order`. For: everybody. */
  "series.standings": { argument: { slug: string; limit?: number; withoutRanks?: true }; answer: { seriesRows: (SeriesRowDocOfList)[] } }
  /** Our addition: undoes the last change of the nights. An undo is such a change too. For: who runs the season. At most 120 a minute of one user. */
  "series.undoNights": { argument: { seriesId: string; entryId: string }; answer: { [key: string]: never } }
  /** Our addition: what the dashboard of the administration shows. The state is that of the node that answers. For: administrators. At most 60 a minute of one user (together: administration). */
  "site.overview": { argument: { [key: string]: never }; answer: SiteOverview }
  /** Our addition: makes one play of a reported game a score of the caller, verified and with the source `machine`. `_id`: of the score; `code`: that of the station, which works for 30 minutes; without it, the play has initials that the caller had registered at the venue before the game ended. `eventId`: an event of scores that is played there, or names no venue, in which it becomes an attempt. For: signed in. At most 120 a minute of one user. */
  "stations.claim": { argument: { _id: string; reportedGameId: string; play: number; code?: string; eventId?: string }; answer: SubmitScoreResult }
  /** Our addition: enters the result of a group's game from a reported game, with its scores, as `events.result` does. `entrantIds`: whose the plays are, in their order, which only who runs the event may say, and not at a kiosk; left out: the game is offered to the group, and the order of play is the order on its card. For: players of the game, or scorekeeper of the event. At most 120 a minute of one user. */
  "stations.confirm": { argument: { eventId: string; device?: string; groupId: string; game?: number; reportedGameId: string; entrantIds?: (string)[] }; answer: { state: "confirmed" | "entered" } }
  /** Our addition: says that a play which somebody else has claimed is the caller's. A manager of the venue decides. For: signed in. At most 120 a minute of one user. */
  "stations.contest": { argument: { reportedGameId: string; play: number; code?: string }; answer: { [key: string]: never } }
  /** Our addition: decides whose a contested play is: that of who has claimed it, or of who contests it. An attempt in an event goes with it where its new player is in the event and may have it there; once that is over, only its director gives it away. For: manager of the venue. At most 120 a minute of one user. */
  "stations.decide": { argument: { venueId: string; reportedGameId: string; play: number; userId: string }; answer: { [key: string]: never } }
  /** Our addition: deletes a reported game of which nothing was claimed or used, because it is none. For: manager of the venue. At most 120 a minute of one user. */
  "stations.dismiss": { argument: { venueId: string; reportedGameId: string }; answer: { [key: string]: never } }
  /** Our addition: the latest 50 games that have ended at a venue, and all of which a play is contested, for its managers. For: manager of the venue. */
  "stations.games": { argument: { venueId: string }; answer: { reportedGames: (ReportedGameDocOfList)[] } }
  /** Our addition: returns the initials that the caller has registered at a venue; empty: none. For: signed in. At most 1,200 a minute of one client address, 300 a minute of one user. */
  "stations.initials": { argument: { venueId: string }; answer: { initials: string } }
  /** Our addition: the games that have ended on a station within the last 30 minutes, for who has scanned its code, and where it is. For: everybody. */
  "stations.justPlayed": { argument: { code: string }; answer: { reportedGames: (ReportedGameDocOfList)[]; stationPlaces: (StationPlaceDocOfList)[] } }
  /** Our addition: the stations of a venue, and the machine boards that could become some. For: manager of the venue. */
  "stations.list": { argument: { venueId: string }; answer: { stations: (StationDocOfList)[]; unpairedBoards: (UnpairedBoardDocOfList)[] } }
  /** Our addition: the games that may be the caller's: by the initials registered at a venue before they ended, or as a player of the group for which they are. For: signed in. */
  "stations.mine": { argument: { [key: string]: never }; answer: { reportedGames: (ReportedGameDocOfList)[]; gameOffers: (GameOfferDocOfList)[] } }
  /** Our addition: returns of how many ROMs the site can read files. 0: the operator has set up no memory maps. For: manager of the venue. At most 1,200 a minute of one client address, 300 a minute of one user. */
  "stations.nvramMaps": { argument: { venueId: string }; answer: { roms: number } }
  /** Our addition: the reported games of an event: those that are for one of its games, and others that ended on its machines while it runs and nobody has claimed. For: everybody. */
  "stations.ofEvent": { argument: { eventId: string; device?: string }; answer: { reportedGames: (ReportedGameDocOfList)[]; reportingEvents: (ReportingEventDocOfList)[] } }
  /** Our addition: makes a machine board a station of a venue, or adds it to a station. `_id`: of a new station; `stationId`: of the one to which the board is added, which is then on this machine. The machine has to stand in the venue. `boardId` left out: a station that others report by `POST /api/v1/reports`. For: manager of the venue. At most 120 a minute of one user. */
  "stations.pair": { argument: { _id: string; venueId: string; boardId?: string; machineId: string; stationId?: string }; answer: { stationId: string } }
  /** Our addition: the games that are being played at a venue. Each changes at most four times a second. For: everybody. */
  "stations.playing": { argument: { venueId: string }; answer: { liveGames: (LiveGameDocOfList)[] } }
  /** Our addition: the games that are being played on a machine, in venues that everybody may see. For: everybody. */
  "stations.playingOn": { argument: { machineId: string }; answer: { liveGames: (LiveGameDocOfList)[] } }
  /** Our addition: reads the high scores from a file of PinMAME (`.nv`), by the maps of the project Pinball Memory Maps. The first file of a station and ROM says which rows count for nothing, because those of the factory look like others; each row that is new in a later one becomes a reported game with one play. `rom`: PinMAME's name of it; `file`: in base64, and compressed with gzip if `gzip` is true; `dryRun`: changes nothing. `key`: as of `stations.report`, in place of a manager. For: manager of the venue. At most 120 an hour of one user, 60 a minute of one client address. */
  "stations.readNvram": { argument: { key?: string; venueId: string; stationId: string; rom: string; file: string; gzip?: boolean; dryRun: boolean }; answer: { rows: (NvramRow)[]; first: boolean } }
  /** Our addition: ends a station. What was claimed stays. Ending it again changes nothing; pairing its machine again brings its code and games back. For: manager of the venue. At most 120 a minute of one user. */
  "stations.remove": { argument: { venueId: string; stationId: string }; answer: { [key: string]: never } }
  /** Our addition: reports a game of a station. The same `id` again is the same game: it may add initials and players that were missing, and changes nothing else; with other scores, or of another station, it is refused. `station` may be one that was removed, if another one has taken over its machine. Exactly one of `station`, `machine` and `board` says where it was played; a machine has to stand in the venue of the key. Games of a board that belongs to no station are not kept. `state`: `playing`: it goes on, and is shown as it is now. For: reporter of the venue. At most 1,200 a minute of one client address. */
  "stations.report": { argument: { key?: string; id: string; station?: string; machine?: string; board?: { id: string; name?: string }; plays: ({ score: number; initials?: string; name?: string; player?: number })[]; sentAt?: string; endedAt?: string; startedAt?: string; state?: "playing" | "ended"; doubts?: ("unseen" | "order" | "mode" | "restart" | "two-boards" | "repeat" | "other-machine")[] }; answer: { reportedGameId: string | null } }
  /** Our addition: says whether reported games of an event count at once, where all players match. They are offered otherwise. For: director of the event. At most 120 a minute of one user. */
  "stations.setEvent": { argument: { eventId: string; countAtOnce: boolean }; answer: { [key: string]: never } }
  /** Our addition: registers the initials by which the caller's games at a venue are known from now on. Empty: none any more. For: signed in. At most 120 a minute of one user. */
  "stations.setInitials": { argument: { venueId: string; initials: string }; answer: { [key: string]: never } }
  /** Our addition: says which machine a station is now. What its machine board is called from now on is right. For: manager of the venue. At most 120 a minute of one user. */
  "stations.setMachine": { argument: { venueId: string; stationId: string; machineId: string }; answer: { [key: string]: never } }
  /** Our addition: takes the caller's own claim back, and removes its score, which in an event that is over only the event's director may. Doing so again changes nothing. A play that somebody else says is theirs becomes that player's. A play that is the caller's by the result of a group can't be taken back, nor one whose score somebody else has rejected or removed. For: signed in. At most 120 a minute of one user. */
  "stations.unclaim": { argument: { reportedGameId: string; play: number }; answer: { [key: string]: never } }
  /** Our addition: says that a reported game which is offered to a group is not the group's, so that it is offered to it no more and others may claim it. Who runs the event may still choose it. For: players of the game, or scorekeeper of the event. At most 120 a minute of one user. */
  "stations.unlink": { argument: { eventId: string; device?: string; groupId: string; game?: number; reportedGameId: string }; answer: { [key: string]: never } }
  /** Our addition: counts what the deletion of a user affects. For: administrators. At most 60 a minute of one user (together: administration). */
  "users.belongings": { argument: { userId: string }; answer: UserDataCounts }
  /** Like `account.delete`, but for another user's account. For: administrators. At most 60 a minute of one user (together: administration). */
  "users.delete": { argument: { userId: string; eraseScores: boolean }; answer: { [key: string]: never } }
  /** Creates an account without a password and sends the enrollment e-mail. Idempotent on `_id`, which becomes the user's id. For: administrators. At most 60 a minute of one user (together: administration). */
  "users.enroll": { argument: { _id: string; username: string; email: string; roles?: (string)[] }; answer: { userId: string } }
  /** Our addition: ends a suspension. Does nothing for a user who is not suspended. For: administrators. At most 60 a minute of one user (together: administration). */
  "users.liftSuspension": { argument: { userId: string }; answer: { [key: string]: never } }
  /** Our addition: the newest accounts first. `text`: part of a user name or display name. `before`: a user's id. For: administrators. */
  "users.list": { argument: { text?: string; before?: string; limit?: number }; answer: { accounts: (AccountDocOfList)[] } }
  /** Our addition: turns off the second step of a user who cannot pass it any more. A mail tells the user. For: administrators. At most 60 a minute of one user (together: administration). */
  "users.resetSecondStep": { argument: { userId: string }; answer: { [key: string]: never } }
  /** Our addition: ends all sessions of a user. `sessions`: how many there were. For: administrators. At most 60 a minute of one user (together: administration). */
  "users.signOut": { argument: { userId: string }; answer: { sessions: number } }
  /** Our addition: suspends a user, or changes a suspension. The user is signed out everywhere and cannot sign in. `until`: when it ends by itself; left out: when an administrator lifts it. The user is shown the reason. For: administrators. At most 60 a minute of one user (together: administration). */
  "users.suspend": { argument: { userId: string; reason: string; until?: string }; answer: { [key: string]: never } }
  /** Adds a venue, whose manager the caller becomes. `groupId`: it belongs to this group from now on, and its maker runs the group. The address is made of the name. For: signed in. At most 120 a minute of one user. */
  "venues.add": { argument: { _id: string; name: string; place?: string; timeZone?: string; description?: string; groupId?: string }; answer: { venueId: string; slug: string } }
  /** One venue without its machines and managers, for pages that name it. For: everybody. */
  "venues.card": { argument: { venueId: string }; answer: { venues: (VenueDocOfList)[] } }
  /** Omitted fields stay unchanged. For: manager of the venue. At most 120 a minute of one user. */
  "venues.edit": { argument: { venueId: string; name?: string; place?: string; timeZone?: string; description?: string }; answer: { [key: string]: never } }
  /** Imports the machines of a venue from Pinball Map: by a JSON text of its API about a location, or by the address of the location's page. What is not here yet is added after the others. `dryRun`: changes nothing. `chosen`: what machines are that could not be told. `remove`: which of those that are not on the list leave the venue. `was`: as with `venues.setMachines`. To import the same list again changes nothing. For: manager of the venue. At most 60 an hour of one user. */
  "venues.importMachines": { argument: { venueId: string; json?: string; address?: string; dryRun: boolean; chosen?: ({ pinballMapId: number; machineId: string })[]; remove?: (string)[]; was?: (string)[] }; answer: MachinesImport }
  /** Our addition: who leads on each machine that stands in a venue, by the scores that were played there. For: everybody. */
  "venues.leaders": { argument: { slug: string; window?: "all" | "year" | "month" | "week" | "day" }; answer: { venueLeaders: (VenueLeaderDocOfList)[] } }
  /** Venues that everybody may see, newest first. For: everybody. */
  "venues.list": { argument: { limit?: number; before?: string }; answer: { venues: (VenueDocOfList)[] } }
  /** The venues that the caller manages, each with the caller's own document of `venueManagers`, and those of the caller's groups. For: signed in. */
  "venues.mine": { argument: { [key: string]: never }; answer: { venues: (VenueDocOfList)[]; venueManagers: (VenueManagerDocOfList)[] } }
  /** Where a machine stands: the venues that everybody may see, at most 100, by name. For: everybody. */
  "venues.ofMachine": { argument: { machineId: string }; answer: { venues: (VenueDocOfList)[]; venueMachines: (VenueMachineDocOfList)[] } }
  /** One venue with its machines and managers. For: everybody. */
  "venues.one": { argument: { slug: string }; answer: { venues: (VenueDocOfList)[]; venueMachines: (VenueMachineDocOfList)[]; venueManagers: (VenueManagerDocOfList)[] } }
  /** Our addition: the 30 players who have played most in a venue in the last 90 days. For: everybody. */
  "venues.players": { argument: { slug: string }; answer: { venuePlayers: (VenuePlayerDocOfList)[] } }
  /** Removes a venue. What was played there stays. For: manager of the venue. At most 120 a minute of one user. */
  "venues.remove": { argument: { venueId: string }; answer: { [key: string]: never } }
  /** Brings a venue back that the caller has removed within the last 24 hours. For: signed in. At most 120 a minute of one user. */
  "venues.restore": { argument: { venueId: string }; answer: { [key: string]: never } }
  /** Finds venues by their names and places; those of private groups only for their members. For: everybody. At most 1,200 a minute of one client address, 300 a minute of one user. */
  "venues.search": { argument: { text: string; limit?: number }; answer: (FoundVenue)[] }
  /** Says that a machine is out of order, or in order again. `since`: since when it has been, to undo a change; left out: since now, or as before. `note`: what to say about it; left out: as before. Both end when the machine is in order again. For: manager of the venue. At most 120 a minute of one user. */
  "venues.setMachine": { argument: { venueId: string; machineId: string; outOfOrder: boolean; since?: string; note?: string }; answer: { [key: string]: never } }
  /** Sets which machines stand in a venue, and their order. A machine that stays keeps its code and its state; one that comes back gets its former code. `was`: what the caller saw; if that is not true any more, nothing is changed. For: manager of the venue. At most 120 a minute of one user. */
  "venues.setMachines": { argument: { venueId: string; machineIds: (string)[]; was: (string)[] }; answer: { [key: string]: never } }
  /** Sets who manages a venue besides those who run its group. `was`: as with `venues.setMachines`. For: manager of the venue. At most 120 a minute of one user. */
  "venues.setManagers": { argument: { venueId: string; userIds: (string)[]; was: (string)[] }; answer: { [key: string]: never } }
  /** Our addition: how many scores say the name of a venue as a text, and could be linked to it: for its managers those of everybody who may see the venue, for others their own. For: signed in. */
  "venues.texts": { argument: { venueId: string }; answer: { venueTexts: (VenueTextsDocOfList)[] } }
  /** Adds a hook: of a group, by its owner; of an event, by its director; of the site, by an administrator. Returns the secret that its messages are signed with, which nothing shows again; none for a webhook at Discord, whose messages are not signed. Idempotent on `_id`. For: who manages the webhooks. At most 60 an hour of one user. */
  "webhooks.add": { argument: { _id: string; groupId?: string; eventId?: string; name: string; address: string; types: ("score.submitted" | "score.record" | "score.moderated" | "score.corrected" | "score.removed" | "event.started" | "event.finished" | "round.drawn" | "result.confirmed" | "result.voided" | "player.merged" | "machine.merged")[]; only?: { machineIds: (string)[]; venueIds: (string)[]; groupIds: (string)[]; eventIds: (string)[] } }; answer: { webhookId: string; secret: string | null } }
  /** Returns the body of a delivery, and the answer to it. For: who manages the webhooks. At most 120 a minute of one user. */
  "webhooks.delivery": { argument: { deliveryId: string }; answer: DeliveryContent }
  /** Changes a hook. Omitted fields stay unchanged. `on`: false switches it off; true switches it on, and what happened meanwhile is not told. Returns a secret where a hook that led to Discord leads elsewhere from now on; else null, and it keeps the one that it has. For: who manages the webhooks. At most 120 an hour of one user. */
  "webhooks.edit": { argument: { webhookId: string; name?: string; address?: string; types?: ("score.submitted" | "score.record" | "score.moderated" | "score.corrected" | "score.removed" | "event.started" | "event.finished" | "round.drawn" | "result.confirmed" | "result.voided" | "player.merged" | "machine.merged")[]; only?: { machineIds: (string)[]; venueIds: (string)[]; groupIds: (string)[]; eventIds: (string)[] }; on?: boolean }; answer: { secret: string | null } }
  /** The hooks of a group, of an event, or of the site, without their addresses and secrets. For: who manages the webhooks. */
  "webhooks.list": { argument: { groupId?: string; eventId?: string }; answer: { webhooks: (WebhookDocOfList)[] } }
  /** The newest deliveries of a hook, at most 50. `before`: the id of a delivery; only older ones. They are kept for 14 days. For: who manages the webhooks. */
  "webhooks.log": { argument: { webhookId: string; before?: string }; answer: { webhookDeliveries: (WebhookDeliveryDocOfList)[] } }
  /** Removes a hook with its log. What is still to be sent is not sent. For: who manages the webhooks. At most 120 a minute of one user. */
  "webhooks.remove": { argument: { webhookId: string }; answer: { [key: string]: never } }
  /** Sends a delivery again that has arrived or was given up, with the same id and body, and before those that wait for the same machine or event. For: who manages the webhooks. At most 120 an hour of one user. */
  "webhooks.resend": { argument: { deliveryId: string }; answer: { [key: string]: never } }
  /** Gives a hook a new secret, and returns it, which nothing shows again. For 24 hours messages are signed with the former one too. `_id`: a new id; the same call again returns the same secret. For: who manages the webhooks. At most 30 an hour of one user. */
  "webhooks.rotateSecret": { argument: { _id: string; webhookId: string }; answer: { secret: string } }
  /** Sends a test to a hook, which its log shows. `_id`: that of the delivery. Idempotent on it. For: who manages the webhooks. At most 60 an hour of one user. */
  "webhooks.test": { argument: { _id: string; webhookId: string }; answer: { deliveryId: string } }
}

/** How each operation is called. */
export const OPERATIONS = {
  "admin.setup": ["GET", "/api/v1/admin/setup"],
  "audit.export": ["POST", "/api/v1/audit/export"],
  "audit.list": ["GET", "/api/v1/audit/list"],
  "backups.begin": ["POST", "/api/v1/backups/begin"],
  "backups.list": ["GET", "/api/v1/backups/list"],
  "boards.around": ["GET", "/api/v1/boards/around"],
  "boards.place": ["GET", "/api/v1/boards/place"],
  "boards.places": ["GET", "/api/v1/boards/places"],
  "boards.top": ["GET", "/api/v1/boards/top"],
  "cache.clear": ["POST", "/api/v1/cache/clear"],
  "cache.stats": ["GET", "/api/v1/cache/stats"],
  "events.add": ["POST", "/api/v1/events/add"],
  "events.addFinals": ["POST", "/api/v1/events/addFinals"],
  "events.addGuest": ["POST", "/api/v1/events/addGuest"],
  "events.addPlayers": ["POST", "/api/v1/events/addPlayers"],
  "events.adjust": ["POST", "/api/v1/events/adjust"],
  "events.arrange": ["POST", "/api/v1/events/arrange"],
  "events.attempts": ["GET", "/api/v1/events/attempts"],
  "events.cancel": ["POST", "/api/v1/events/cancel"],
  "events.checkIn": ["POST", "/api/v1/events/checkIn"],
  "events.checkInCode": ["POST", "/api/v1/events/checkInCode"],
  "events.claim": ["POST", "/api/v1/events/claim"],
  "events.claimCode": ["POST", "/api/v1/events/claimCode"],
  "events.close": ["POST", "/api/v1/events/close"],
  "events.decide": ["POST", "/api/v1/events/decide"],
  "events.deviceLink": ["POST", "/api/v1/events/deviceLink"],
  "events.devices": ["GET", "/api/v1/events/devices"],
  "events.draw": ["POST", "/api/v1/events/draw"],
  "events.drop": ["POST", "/api/v1/events/drop"],
  "events.edit": ["POST", "/api/v1/events/edit"],
  "events.editEntrant": ["POST", "/api/v1/events/editEntrant"],
  "events.endDevice": ["POST", "/api/v1/events/endDevice"],
  "events.enter": ["POST", "/api/v1/events/enter"],
  "events.entrants": ["GET", "/api/v1/events/entrants"],
  "events.export": ["GET", "/api/v1/events/export"],
  "events.fees": ["GET", "/api/v1/events/fees"],
  "events.handOver": ["POST", "/api/v1/events/handOver"],
  "events.heldRounds": ["GET", "/api/v1/events/heldRounds"],
  "events.heldStandings": ["GET", "/api/v1/events/heldStandings"],
  "events.holdStandings": ["POST", "/api/v1/events/holdStandings"],
  "events.join": ["POST", "/api/v1/events/join"],
  "events.leave": ["POST", "/api/v1/events/leave"],
  "events.list": ["GET", "/api/v1/events/list"],
  "events.log": ["GET", "/api/v1/events/log"],
  "events.look": ["GET", "/api/v1/events/look"],
  "events.mergeEntrants": ["POST", "/api/v1/events/mergeEntrants"],
  "events.move": ["POST", "/api/v1/events/move"],
  "events.needs": ["GET", "/api/v1/events/needs"],
  "events.one": ["GET", "/api/v1/events/one"],
  "events.people": ["GET", "/api/v1/events/people"],
  "events.personClaimCode": ["POST", "/api/v1/events/personClaimCode"],
  "events.playoff": ["POST", "/api/v1/events/playoff"],
  "events.presence": ["POST", "/api/v1/events/presence"],
  "events.removeEntrant": ["POST", "/api/v1/events/removeEntrant"],
  "events.reopen": ["POST", "/api/v1/events/reopen"],
  "events.result": ["POST", "/api/v1/events/result"],
  "events.rounds": ["GET", "/api/v1/events/rounds"],
  "events.seats": ["GET", "/api/v1/events/seats"],
  "events.setFee": ["POST", "/api/v1/events/setFee"],
  "events.setMachine": ["POST", "/api/v1/events/setMachine"],
  "events.setPaid": ["POST", "/api/v1/events/setPaid"],
  "events.setSeat": ["POST", "/api/v1/events/setSeat"],
  "events.setSeeds": ["POST", "/api/v1/events/setSeeds"],
  "events.setStaff": ["POST", "/api/v1/events/setStaff"],
  "events.show": ["POST", "/api/v1/events/show"],
  "events.standings": ["GET", "/api/v1/events/standings"],
  "events.start": ["POST", "/api/v1/events/start"],
  "events.undo": ["POST", "/api/v1/events/undo"],
  "events.void": ["POST", "/api/v1/events/void"],
  "groups.add": ["POST", "/api/v1/groups/add"],
  "groups.addPeople": ["POST", "/api/v1/groups/addPeople"],
  "groups.edit": ["POST", "/api/v1/groups/edit"],
  "groups.editPerson": ["POST", "/api/v1/groups/editPerson"],
  "groups.invite": ["POST", "/api/v1/groups/invite"],
  "groups.join": ["POST", "/api/v1/groups/join"],
  "groups.leave": ["POST", "/api/v1/groups/leave"],
  "groups.list": ["GET", "/api/v1/groups/list"],
  "groups.look": ["GET", "/api/v1/groups/look"],
  "groups.machines": ["GET", "/api/v1/groups/machines"],
  "groups.mergePeople": ["POST", "/api/v1/groups/mergePeople"],
  "groups.mine": ["GET", "/api/v1/groups/mine"],
  "groups.one": ["GET", "/api/v1/groups/one"],
  "groups.people": ["GET", "/api/v1/groups/people"],
  "groups.remove": ["POST", "/api/v1/groups/remove"],
  "groups.removeMember": ["POST", "/api/v1/groups/removeMember"],
  "groups.removePerson": ["POST", "/api/v1/groups/removePerson"],
  "groups.setRoles": ["POST", "/api/v1/groups/setRoles"],
  "groups.webhook": ["GET", "/api/v1/groups/webhook"],
  "imports.event": ["POST", "/api/v1/imports/event"],
  "imports.ifpa": ["POST", "/api/v1/imports/ifpa"],
  "imports.mine": ["POST", "/api/v1/imports/mine"],
  "imports.people": ["POST", "/api/v1/imports/people"],
  "imports.scores": ["POST", "/api/v1/imports/scores"],
  "imports.undo": ["POST", "/api/v1/imports/undo"],
  "invitations.add": ["POST", "/api/v1/invitations/add"],
  "invitations.all": ["GET", "/api/v1/invitations/all"],
  "invitations.link": ["POST", "/api/v1/invitations/link"],
  "invitations.look": ["GET", "/api/v1/invitations/look"],
  "invitations.mine": ["GET", "/api/v1/invitations/mine"],
  "invitations.policy": ["GET", "/api/v1/invitations/policy"],
  "invitations.revoke": ["POST", "/api/v1/invitations/revoke"],
  "jobs.discard": ["POST", "/api/v1/jobs/discard"],
  "jobs.failed": ["GET", "/api/v1/jobs/failed"],
  "jobs.restore": ["POST", "/api/v1/jobs/restore"],
  "jobs.retry": ["POST", "/api/v1/jobs/retry"],
  "machines.add": ["POST", "/api/v1/machines/add"],
  "machines.all": ["GET", "/api/v1/machines/all"],
  "machines.browse": ["GET", "/api/v1/machines/browse"],
  "machines.edit": ["POST", "/api/v1/machines/edit"],
  "machines.filters": ["GET", "/api/v1/machines/filters"],
  "machines.import": ["POST", "/api/v1/machines/import"],
  "machines.merge": ["POST", "/api/v1/machines/merge"],
  "machines.mergePreview": ["GET", "/api/v1/machines/mergePreview"],
  "machines.names": ["GET", "/api/v1/machines/names"],
  "machines.one": ["GET", "/api/v1/machines/one"],
  "machines.search": ["GET", "/api/v1/machines/search"],
  "moderation.overview": ["GET", "/api/v1/moderation/overview"],
  "names.block": ["POST", "/api/v1/names/block"],
  "names.blocked": ["GET", "/api/v1/names/blocked"],
  "names.matches": ["GET", "/api/v1/names/matches"],
  "names.unblock": ["POST", "/api/v1/names/unblock"],
  "notifications.mine": ["GET", "/api/v1/notifications/mine"],
  "notifications.set": ["POST", "/api/v1/notifications/set"],
  "pictures.remove": ["POST", "/api/v1/pictures/remove"],
  "players.edit": ["POST", "/api/v1/players/edit"],
  "players.one": ["GET", "/api/v1/players/one"],
  "players.progress": ["GET", "/api/v1/players/progress"],
  "players.scores": ["GET", "/api/v1/players/scores"],
  "players.summary": ["GET", "/api/v1/players/summary"],
  "policies.text": ["GET", "/api/v1/policies/text"],
  "ratings.hide": ["POST", "/api/v1/ratings/hide"],
  "ratings.list": ["GET", "/api/v1/ratings/list"],
  "ratings.versus": ["GET", "/api/v1/ratings/versus"],
  "reports.add": ["POST", "/api/v1/reports/add"],
  "reports.close": ["POST", "/api/v1/reports/close"],
  "reports.list": ["GET", "/api/v1/reports/list"],
  "roles.assign": ["POST", "/api/v1/roles/assign"],
  "roles.create": ["POST", "/api/v1/roles/create"],
  "roles.delete": ["POST", "/api/v1/roles/delete"],
  "roles.list": ["GET", "/api/v1/roles/list"],
  "scores.comment": ["POST", "/api/v1/scores/comment"],
  "scores.confirm": ["POST", "/api/v1/scores/confirm"],
  "scores.edit": ["POST", "/api/v1/scores/edit"],
  "scores.endKiosk": ["POST", "/api/v1/scores/endKiosk"],
  "scores.flag": ["POST", "/api/v1/scores/flag"],
  "scores.highlights": ["GET", "/api/v1/scores/highlights"],
  "scores.kioskLink": ["POST", "/api/v1/scores/kioskLink"],
  "scores.kiosks": ["GET", "/api/v1/scores/kiosks"],
  "scores.like": ["POST", "/api/v1/scores/like"],
  "scores.liked": ["GET", "/api/v1/scores/liked"],
  "scores.linkVenue": ["POST", "/api/v1/scores/linkVenue"],
  "scores.moderate": ["POST", "/api/v1/scores/moderate"],
  "scores.one": ["GET", "/api/v1/scores/one"],
  "scores.places": ["GET", "/api/v1/scores/places"],
  "scores.queue": ["GET", "/api/v1/scores/queue"],
  "scores.recent": ["GET", "/api/v1/scores/recent"],
  "scores.remove": ["POST", "/api/v1/scores/remove"],
  "scores.removeComment": ["POST", "/api/v1/scores/removeComment"],
  "scores.submit": ["POST", "/api/v1/scores/submit"],
  "scores.unlinkVenue": ["POST", "/api/v1/scores/unlinkVenue"],
  "scores.voids": ["GET", "/api/v1/scores/voids"],
  "search": ["GET", "/api/v1/search"],
  "series.add": ["POST", "/api/v1/series/add"],
  "series.addFinals": ["POST", "/api/v1/series/addFinals"],
  "series.edit": ["POST", "/api/v1/series/edit"],
  "series.list": ["GET", "/api/v1/series/list"],
  "series.log": ["GET", "/api/v1/series/log"],
  "series.nights": ["GET", "/api/v1/series/nights"],
  "series.ofEvent": ["GET", "/api/v1/series/ofEvent"],
  "series.one": ["GET", "/api/v1/series/one"],
  "series.remove": ["POST", "/api/v1/series/remove"],
  "series.row": ["GET", "/api/v1/series/row"],
  "series.setEvents": ["POST", "/api/v1/series/setEvents"],
  "series.standings": ["GET", "/api/v1/series/standings"],
  "series.undoNights": ["POST", "/api/v1/series/undoNights"],
  "site.overview": ["GET", "/api/v1/site/overview"],
  "stations.claim": ["POST", "/api/v1/stations/claim"],
  "stations.confirm": ["POST", "/api/v1/stations/confirm"],
  "stations.contest": ["POST", "/api/v1/stations/contest"],
  "stations.decide": ["POST", "/api/v1/stations/decide"],
  "stations.dismiss": ["POST", "/api/v1/stations/dismiss"],
  "stations.games": ["GET", "/api/v1/stations/games"],
  "stations.initials": ["GET", "/api/v1/stations/initials"],
  "stations.justPlayed": ["GET", "/api/v1/stations/justPlayed"],
  "stations.list": ["GET", "/api/v1/stations/list"],
  "stations.mine": ["GET", "/api/v1/stations/mine"],
  "stations.nvramMaps": ["GET", "/api/v1/stations/nvramMaps"],
  "stations.ofEvent": ["GET", "/api/v1/stations/ofEvent"],
  "stations.pair": ["POST", "/api/v1/stations/pair"],
  "stations.playing": ["GET", "/api/v1/stations/playing"],
  "stations.playingOn": ["GET", "/api/v1/stations/playingOn"],
  "stations.readNvram": ["POST", "/api/v1/stations/readNvram"],
  "stations.remove": ["POST", "/api/v1/stations/remove"],
  "stations.report": ["POST", "/api/v1/reports"],
  "stations.setEvent": ["POST", "/api/v1/stations/setEvent"],
  "stations.setInitials": ["POST", "/api/v1/stations/setInitials"],
  "stations.setMachine": ["POST", "/api/v1/stations/setMachine"],
  "stations.unclaim": ["POST", "/api/v1/stations/unclaim"],
  "stations.unlink": ["POST", "/api/v1/stations/unlink"],
  "users.belongings": ["GET", "/api/v1/users/belongings"],
  "users.delete": ["POST", "/api/v1/users/delete"],
  "users.enroll": ["POST", "/api/v1/users/enroll"],
  "users.liftSuspension": ["POST", "/api/v1/users/liftSuspension"],
  "users.list": ["GET", "/api/v1/users/list"],
  "users.resetSecondStep": ["POST", "/api/v1/users/resetSecondStep"],
  "users.signOut": ["POST", "/api/v1/users/signOut"],
  "users.suspend": ["POST", "/api/v1/users/suspend"],
  "venues.add": ["POST", "/api/v1/venues/add"],
  "venues.card": ["GET", "/api/v1/venues/card"],
  "venues.edit": ["POST", "/api/v1/venues/edit"],
  "venues.importMachines": ["POST", "/api/v1/venues/importMachines"],
  "venues.leaders": ["GET", "/api/v1/venues/leaders"],
  "venues.list": ["GET", "/api/v1/venues/list"],
  "venues.mine": ["GET", "/api/v1/venues/mine"],
  "venues.ofMachine": ["GET", "/api/v1/venues/ofMachine"],
  "venues.one": ["GET", "/api/v1/venues/one"],
  "venues.players": ["GET", "/api/v1/venues/players"],
  "venues.remove": ["POST", "/api/v1/venues/remove"],
  "venues.restore": ["POST", "/api/v1/venues/restore"],
  "venues.search": ["GET", "/api/v1/venues/search"],
  "venues.setMachine": ["POST", "/api/v1/venues/setMachine"],
  "venues.setMachines": ["POST", "/api/v1/venues/setMachines"],
  "venues.setManagers": ["POST", "/api/v1/venues/setManagers"],
  "venues.texts": ["GET", "/api/v1/venues/texts"],
  "webhooks.add": ["POST", "/api/v1/webhooks/add"],
  "webhooks.delivery": ["POST", "/api/v1/webhooks/delivery"],
  "webhooks.edit": ["POST", "/api/v1/webhooks/edit"],
  "webhooks.list": ["GET", "/api/v1/webhooks/list"],
  "webhooks.log": ["GET", "/api/v1/webhooks/log"],
  "webhooks.remove": ["POST", "/api/v1/webhooks/remove"],
  "webhooks.resend": ["POST", "/api/v1/webhooks/resend"],
  "webhooks.rotateSecret": ["POST", "/api/v1/webhooks/rotateSecret"],
  "webhooks.test": ["POST", "/api/v1/webhooks/test"],
} as const satisfies Record<keyof Operations, readonly ['GET' | 'POST', string]>

export type AccountDoc = { username: string; displayName: string; roles: (string)[]; flat?: true; scores: number; joinedAt: string; invitedBy?: { userId: string; username: string }; suspended?: { reason: string; until: string | null } }
export type AccountDocOfList = ({ _id: string }) & (AccountDoc)
export type AddedEntrant = { _id: string; entrantId: string } | { _id: string; error: string }
export type AdjustedFigure = "point" | "strike" | "stroke"
export type AmazingRace = { kind: "amazing-race"; out: number }
export type AuditDoc = { at: string; by: Named | null; action: "audit.export" | "backups.begin" | "backups.download" | "cache.clear" | "invitations.add" | "invitations.revoke" | "jobs.discard" | "jobs.restore" | "jobs.retry" | "keys.revoke" | "machines.add" | "machines.edit" | "machines.import" | "machines.merge" | "names.block" | "names.unblock" | "oauth.add" | "oauth.remove" | "pictures.remove" | "reports.close" | "roles.assign" | "roles.create" | "roles.delete" | "scores.edit" | "scores.moderate" | "scores.remove" | "scores.removeComment" | "settings.update" | "users.delete" | "users.enroll" | "users.liftSuspension" | "users.resetSecondStep" | "users.signOut" | "users.suspend"; subject: { kind: "application" | "backup" | "cache" | "catalogue" | "invitation" | "job" | "key" | "log" | "machine" | "name" | "picture" | "report" | "role" | "score" | "settings" | "user"; id: string; label: string | null }; about: Named | null; details: { [key: string]: unknown } }
export type AuditDocOfList = ({ _id: string }) & (AuditDoc)
export type BackupDoc = { createdAt: string; by?: string; scheduledFor?: string; state: BackupState; target: "folder" | "s3"; file?: string; bytes: number; endedAt?: string; error?: string }
export type BackupDocOfList = ({ _id: string }) & (BackupDoc)
export type BackupRecord = { at: string; bytes: number | null }
export type BackupScheduleDoc = { nextRun: string | null; target: "folder" | "s3" }
export type BackupScheduleDocOfList = ({ _id: string }) & (BackupScheduleDoc)
export type BackupState = "done" | "failed" | "queued" | "running"
export type BestGame = { kind: "best-game"; points: PointsTable; machinesCounted?: number; attemptsPerMachine?: number }
export type BlockedNameDoc = { kind: "domain" | "username" | "word"; name: string; anywhere: boolean; addedAt: string }
export type BlockedNameDocOfList = ({ _id: string }) & (BlockedNameDoc)
export type BlockedNameMatch = { blockedId: string; users: number; some: ({ userId: string; username: string })[] }
export type BoardDoc = { scope: Scope; window: "all" | "day" | "month" | "week" | "year"; period: string | null; verifiedOnly: boolean; players: number; best: number | null }
export type BoardDocOfList = ({ _id: string }) & (BoardDoc)
export type BoardKioskDoc = { machineId: string; createdAt: string; by: string; openedAt?: string; browser?: string }
export type BoardKioskDocOfList = ({ _id: string }) & (BoardKioskDoc)
export type BoardRow = { board: string; userId: string; username: string; displayName: string; picture?: UploadedPicture; supporter: boolean; scoreId: string; value: number; achievedAt: string; status: ScoreStatus; _id: string }
export type BoardRowDoc = { board: string; userId: string; username: string; displayName: string; picture?: UploadedPicture; supporter: boolean; scoreId: string; value: number; achievedAt: string; status: ScoreStatus }
export type BoardRowDocOfList = ({ _id: string }) & (BoardRowDoc)
export type Bowling = { kind: "bowling"; targets: Targets; spareAt: number; attemptsPerMachine?: number }
export type Bracket = { kind: "bracket"; elimination: "double" | "single"; bestOf: 1 | 3 | 5 | 7; third: boolean; choice: "drawn" | "higher-seed" | "loser" }
export type CacheRow = { name: string; entries: number; bytes: number; hits: number; misses: number }
export type CardBestGame = { kind: "card-best-game"; points: PointsTable; gamesPerCard: number; cardsPerPlayer?: number }
export type CommentDoc = { scoreId: string; userId: string; username: string; displayName: string; avatar?: PictureSize; text: string; createdAt: string }
export type CommentDocOfList = ({ _id: string }) & (CommentDoc)
export type DeliveryContent = { body: string | null; status: number | null; answer: string | null }
export type DeliveryState = "dead" | "delivered" | "waiting"
export type Doubt = "mode" | "order" | "other-machine" | "repeat" | "restart" | "taken-back" | "two-boards" | "unseen"
export type EventAttemptDoc = { eventId: string; entrantId: string; displayName: string; machineId: string; value?: number; strokes?: number; at: string; state: "counts" | "pending" | "rejected" | "voided"; voidId?: string }
export type EventAttemptDocOfList = ({ _id: string }) & (EventAttemptDoc)
export type EventDeviceDoc = { eventId: string; createdAt: string; by: string; kiosk?: true; openedAt?: string; browser?: string }
export type EventDeviceDocOfList = ({ _id: string }) & (EventDeviceDoc)
export type EventDoc = { startsOffset: number; endsOffset: number; state: EventState; groupId?: string; venueSlug?: string; directorId: string; director: { username: string; displayName: string }; staff?: (EventStaffMember)[]; players: number; receipt: number; standingsHeld?: true; unlisted?: true; stages?: (EventStage)[]; name: string; description: string; venue: string; startsAt: string; endsAt: string; timeZone: string; format: EventFormat; machineIds: (string)[]; agreement?: "one" | "two"; capacity?: number; tieBreaks?: ("buchholz" | "head-to-head" | "highest-round" | "median-buchholz" | "places" | "wins")[]; byes?: "half" | "none"; byeOpponent?: "self"; seeding?: "ifpa" | "manual" | "previous" | "rating" | "series"; gamesPerRound?: number; firstRound?: "adjacent" | "cross" | "random"; playOrder?: "none" | "position" | "random" | "rotating" | "seed" | "seed-reverse"; machineDraw?: "banks" | "manual" | "none" | "random"; banks?: { [key: string]: string }; venueId?: string; balanceOver?: "series" }
export type EventDocOfList = ({ _id: string }) & (EventDoc)
export type EventEntrantDoc = { eventId: string; userId?: string; username?: string; displayName: string; avatar?: PictureSize; ifpaNumber?: string; presence: "expected" | "gone" | "here" | "paused"; seed?: number; waiting?: number }
export type EventEntrantDocOfList = ({ _id: string }) & (EventEntrantDoc)
export type EventFeeDoc = { eventId: string; amount: number; currency: string }
export type EventFeeDocOfList = ({ _id: string }) & (EventFeeDoc)
export type EventFormat = AmazingRace | BestGame | Bowling | Bracket | CardBestGame | FlipFrenzy | FrenzyKnockout | { kind: "max-match-play"; games: number; groupSize: 2 | 3 | 4; points: GroupPoints } | { kind: "pace-match-play"; games: number; groupSize: 2 | 3 | 4; points: GroupPoints } | GolfBracket | GroupBracket | HighScore | Ladder | MatchPlay | PinGolf | RoundRobin | Strikes | TargetMatchPlay
export type EventGameDoc = { machineId: string; result?: (string)[]; places?: (number)[]; scores?: (number | null)[]; enteredBy?: (string)[]; contested?: ({ entrantId: string; order: (string)[]; places?: (number)[]; scores?: (number | null)[] })[]; confirmedBy?: { userId: string; byDevice?: true }; replaced?: { order: (string)[]; places?: (number)[]; scores?: (number | null)[]; entrantId?: string; confirmedBy?: { userId: string; byDevice?: true } }; state: "confirmed" | "entered" | "playing" }
export type EventGrade = { rules: string; percent: number | null; games: number | null; promised?: { games: number; percent: number }; stages?: { qualifying: number; finals: number; most: number }; played: ({ entrantId: string; games: number })[]; warnings: (TgpWarning)[] }
export type EventGroupDoc = { eventId: string; round: number; number: number; entrantIds: (string)[]; bracketGame?: string; games?: (EventGameDoc)[]; machineId: string; result?: (string)[]; places?: (number)[]; scores?: (number | null)[]; enteredBy?: (string)[]; contested?: ({ entrantId: string; order: (string)[]; places?: (number)[]; scores?: (number | null)[] })[]; confirmedBy?: { userId: string; byDevice?: true }; replaced?: { order: (string)[]; places?: (number)[]; scores?: (number | null)[]; entrantId?: string; confirmedBy?: { userId: string; byDevice?: true } }; state: "confirmed" | "entered" | "playing" }
export type EventGroupDocOfList = ({ _id: string }) & (EventGroupDoc)
export type EventImport = { eventId: string | null; read: { source: "matchplay.events"; sourceId: string; name: string; venue: string; startsAt: string; endsAt: string; timeZone: string; isFinished: boolean; format: EventFormat; byes: "full" | "half" | "none"; tieBreaks: ("buchholz" | "head-to-head" | "highest-round" | "median-buchholz" | "places" | "wins")[]; placesOnly: boolean; machines: ({ name: string; opdbId: string | null })[]; players: ({ name: string; nameThere?: string; ifpaNumber: string | null; hasLeft: boolean })[]; rounds: ({ byes: (number)[]; groups: ({ players: (number)[]; games: ({ machine: number | null; order: (number)[] | null; places: (number)[] | null; points: (number)[] | null })[] })[] })[]; attempts: ({ player: number; machine: number; value: number; at: string })[]; adjustments: ({ player: number; amount: number; reason: string })[]; standings: ({ player: number; place: number; total: number | null })[] }; machines: ({ machineId: string; name: string } | null)[]; format: "amazing-race" | "best-game" | "bowling" | "bracket" | "card-best-game" | "flip-frenzy" | "frenzy-knockout" | "golf-bracket" | "group-bracket" | "high-score" | "ladder" | "match-play" | "max-match-play" | "pace-match-play" | "pin-golf" | "round-robin" | "strikes" | "target-match-play"; compared: number; differences: (StandingsDifference)[]; before?: string }
export type EventLogDoc = { eventId: string; at: string; by: { userId: string; username: string } | null; byDevice?: true; action: "accepted" | "added" | "adjusted" | "arranged" | "cancelled" | "claimed" | "closed" | "device" | "drawn" | "dropped" | "edited" | "entered" | "finals" | "guest" | "handed-over" | "judged" | "machine" | "merged" | "moved" | "player" | "playoff" | "presence" | "refused" | "removed" | "renamed" | "reopened" | "result" | "seeded" | "shown" | "staff" | "standings-held" | "standings-shown" | "started" | "undone" | "voided"; what: string; subject?: { kind: "players"; players: (string | null)[] } | { kind: "name"; name: string } | { kind: "presence"; players: (string | null)[]; presence: "expected" | "gone" | "here" | "paused" } | { kind: "role"; players: (string | null)[]; role: "co-director" | "scorekeeper" | null } | { kind: "merged" | "renamed"; name: string; players: (string | null)[] } | { kind: "seeds"; count: number } | { kind: "score"; value: number | null; strokes?: number; machine: string | null; players: (string | null)[]; ruling?: string; reason?: string } | { kind: "window"; machine: string; from: string; to: string; reason?: string } | { kind: "result"; round?: number; group: number; game?: number; machine: string | null; players: (string | null)[]; places?: (number)[]; reason?: string } | { kind: "round"; round: number; groups?: number } | { kind: "arranged"; round: number; players: (string | null)[] } | { kind: "adjusted"; players: (string | null)[]; amount: number; figure: AdjustedFigure; reason: string } | { kind: "moved"; round?: number; group: number; game?: number; machine: string } | { kind: "machine"; machine: string; active: boolean } | { kind: "options"; tieBreaks?: ("buchholz" | "head-to-head" | "highest-round" | "median-buchholz" | "places" | "wins")[]; byes?: "full" | "half" | "none"; byeOpponent?: "none" | "self"; seeding?: "ifpa" | "manual" | "previous" | "random" | "rating" | "series"; gamesPerRound?: number; firstRound?: "adjacent" | "cross" | "random" | "slaughter"; playOrder?: "balanced" | "none" | "position" | "random" | "rotating" | "seed" | "seed-reverse"; machineDraw?: "balanced" | "banks" | "manual" | "none" | "random"; balanceOver?: "event" | "series"; banks?: ({ bank: string; machines: (string)[] })[] }; voidId?: string; groupId?: string; game?: number; undone?: true }
export type EventLogDocOfList = ({ _id: string }) & (EventLogDoc)
export type EventMachineDoc = { eventId: string; machineId: string; name: string; order: number; target?: number; active: boolean }
export type EventMachineDocOfList = ({ _id: string }) & (EventMachineDoc)
export type EventOfCode = { name: string; venue: string; guest: string | null }
export type EventPaymentDoc = { eventId: string }
export type EventPaymentDocOfList = ({ _id: string }) & (EventPaymentDoc)
export type EventPersonDoc = { eventId: string; personId: string }
export type EventPersonDocOfList = ({ _id: string }) & (EventPersonDoc)
export type EventRoundDoc = { eventId: string; number: number; drawnAt: string; seed: string; byes: (string)[]; field?: (string | null)[]; gone?: (string)[]; waiting?: { entrantIds: (string)[]; gameMs?: number; until?: string }; startsAt?: string; held?: true; open?: number }
export type EventRoundDocOfList = ({ _id: string }) & (EventRoundDoc)
export type EventSeatDoc = { eventId: string; machineIds: (string)[] }
export type EventSeatDocOfList = ({ _id: string }) & (EventSeatDoc)
export type EventSeriesDoc = { eventId: string; seriesId: string; name: string; slug: string; number: number; of: number }
export type EventSeriesDocOfList = ({ _id: string }) & (EventSeriesDoc)
export type EventStaffMember = { userId: string; username: string; displayName: string; role: "co-director" | "scorekeeper"; avatar?: PictureSize }
export type EventStage = { eventId: string; name: string; qualifyingId?: string; first?: number }
export type EventState = "cancelled" | "finished" | "live" | "upcoming"
export type FailedJobDoc = { kind: string; createdAt: string; failedAt: string; tries: number; error: string; discardedAt?: string }
export type FailedJobDocOfList = ({ _id: string }) & (FailedJobDoc)
export type FlipFrenzy = { kind: "flip-frenzy"; groupSize: 2 | 3; minutes: number; order: "net" | "percentage"; leastGames: number }
export type FoundEvent = { eventId: string; name: string; state: EventState }
export type FoundGroup = { groupId: string; name: string; visibility: "private" | "public"; memberCount: number }
export type FoundMachine = { machineId: string; name: string; manufacturer: string; year: number | null; type: "em" | "me" | "ss"; scores: number }
export type FoundPlayer = { userId: string; username: string; displayName: string; avatar?: PictureSize }
export type FoundVenue = { venueId: string; slug: string; name: string; place: string; timeZone: string }
export type FrenzyKnockout = { kind: "frenzy-knockout"; groupSize: 2 | 3 | 4; strikesToLeave: number; strikes: "fair" | "progressive" | "standard" }
export type GameOfferDoc = { play?: number; eventId?: string; eventName?: string; groupId?: string }
export type GameOfferDocOfList = ({ _id: string }) & (GameOfferDoc)
export type GolfBracket = { kind: "golf-bracket"; holes: number; targets: Targets }
export type GroupBracket = { kind: "group-bracket"; games: number; points: GroupPoints }
export type GroupDoc = { picture?: UploadedPicture; memberCount: number; receipt: number; name: string; description: string; visibility: "private" | "public"; rated?: true }
export type GroupDocOfList = ({ _id: string }) & (GroupDoc)
export type GroupInvite = { groupId: string; name: string; memberCount: number; picture?: UploadedPicture; by: { username: string; displayName: string } | null; expiresAt: string }
export type GroupMachineDoc = { groupId: string; machineId: string; machineName: string; players: number }
export type GroupMachineDocOfList = ({ _id: string }) & (GroupMachineDoc)
export type GroupPersonDoc = { groupId: string; userId?: string; username?: string; name: string; ifpaNumber?: string; note?: string }
export type GroupPersonDocOfList = ({ _id: string }) & (GroupPersonDoc)
export type GroupPoints = "ifpa" | "papa" | "pinburgh" | "winner" | { custom: { "2": (number)[]; "3": (number)[]; "4": (number)[] } }
export type GroupWebhookDoc = { ending: string; failedAt?: string }
export type GroupWebhookDocOfList = ({ _id: string }) & (GroupWebhookDoc)
export type HighScore = { kind: "high-score" }
export type IfpaPlayer = { ifpaNumber: string; name: string | null }
export type ImportCounts = { added: number; changed: number; unchanged: number; refused: number }
export type ImportInfo = { importId: string; kind: "event" | "people" | "scores"; title: string; added: number; createdAt: string; undoneAt: string | null; groupId?: string; eventId?: string }
export type ImportedMachine = { pinballMapId: number; name: string; manufacturer: string | null; year: number | null; machine: { machineId: string; name: string; by: "chosen" | "ipdb" | "name" | "opdb" | "opdb-machine" } | null; stands: boolean }
export type ImportedPerson = { name: string; ifpaNumber?: string; line: number; fate: "failed" | "known" | "new" | "numbered"; problem?: "bad-date" | "bad-number" | "later" | "no-machine" | "no-name" | "no-score" | "refused" | "several-machines" | "too-long" }
export type ImportedScore = { machine: string; machineId?: string; machineName?: string; value?: number; achievedAt?: string; line: number; fate: "failed" | "known" | "new" | "numbered"; problem?: "bad-date" | "bad-number" | "later" | "no-machine" | "no-name" | "no-score" | "refused" | "several-machines" | "too-long" }
export type InvitationDoc = { note: string; uses: number; used: number; createdAt: string; expiresAt: string; revokedAt?: string; by: { userId: string; username: string } | null; joined: (InvitedUser)[] }
export type InvitationDocOfList = ({ _id: string }) & (InvitationDoc)
export type InvitationLink = { token: string; url: string; expiresAt: string }
export type InvitationPolicyDoc = { signUps: "closed" | "invite" | "open"; invitations: "administrators" | "players" }
export type InvitationPolicyDocOfList = ({ _id: string }) & (InvitationPolicyDoc)
export type InvitedUser = { userId: string; username: string; displayName: string; at: string }
export type Ladder = { kind: "ladder"; groupSize: 2 | 3 | 4 }
export type LikeDoc = { scoreId: string; userId: string }
export type LikeDocOfList = ({ _id: string }) & (LikeDoc)
export type LiveGameDoc = { venueId: string; venueName: string; machineId: string; machineName: string; ball?: number; player?: number; scores: (number)[]; over?: "away" | "ended" }
export type LiveGameDocOfList = ({ _id: string }) & (LiveGameDoc)
export type MachineDoc = { backglass?: UploadedPicture; scores: number; players: number; retired: boolean; lastPlayedAt?: string; name: string; manufacturer: string; year: number | null; type: "em" | "me" | "ss"; display?: "alphanumeric" | "cga" | "dmd" | "lcd" | "lights" | "reels"; playerCount?: 1 | 2 | 4 | 6; opdbId?: string; ipdbId?: number }
export type MachineDocOfList = ({ _id: string }) & (MachineDoc)
export type MachineFacts = { year: number | null; type: "em" | "me" | "ss"; display: string | null; backglass?: PictureSize }
export type MachineFiltersDoc = { manufacturers: (string)[]; decades: (number)[] }
export type MachineFiltersDocOfList = ({ _id: string }) & (MachineFiltersDoc)
export type MachineName = (string | number | null)[]
export type MachineNames = { version: string; machines?: (MachineName)[] }
export type MachinePageDoc = { machineIds: (string)[]; total: number; page: number; pageSize: number; outdated?: true }
export type MachinePageDocOfList = ({ _id: string }) & (MachinePageDoc)
export type MachineStatsDoc = { scores: number; players: number; best: number | null; median: number | null; deciles: (number)[]; histogram: ({ from: number; to: number; count: number })[]; lastDigitZero: number }
export type MachineStatsDocOfList = ({ _id: string }) & (MachineStatsDoc)
export type MachinesImport = { listed: (ImportedMachine)[]; gone: ({ machineId: string; name: string })[] }
export type MatchPlay = { kind: "match-play"; grouping: "balanced" | "random" | "swiss" | "tiers"; groupSize: 2 | 3 | 4; rounds: number; points: GroupPoints }
export type MemberDoc = { groupId: string; userId: string; username: string; displayName: string; avatar?: PictureSize; roles: ("manager" | "member" | "owner")[] }
export type MemberDocOfList = ({ _id: string }) & (MemberDoc)
export type MergePreview = { scores: number; players: number; events: number; backglass: "goes" | "moves" | null }
export type MergedMachineDoc = { into: string }
export type MergedMachineDocOfList = ({ _id: string }) & (MergedMachineDoc)
export type Named = { userId: string; username: string }
export type NeedOnMachine = { machineId: string; least?: number | null; next?: NextOnCard; attemptsLeft: number | null }
export type NextOnCard = { card: number; game: number }
export type NightOutcome = "cancelled" | "counts" | "dropped" | "missed" | "open"
export type NotificationSettingsDoc = { publicKey: string; fcm?: true; apns?: true; beaten: boolean; claims: boolean; moderated: boolean; rounds: boolean; starts: boolean }
export type NotificationSettingsDocOfList = ({ _id: string }) & (NotificationSettingsDoc)
export type NvramRow = { label: string; initials: string; score: number; fate: "known" | "new" }
export type Only = { machineIds?: (string)[]; venueIds?: (string)[]; groupIds?: (string)[]; eventIds?: (string)[] }
export type PendingModeration = { scores: number; reports: number }
export type PendingScoreDoc = { state: "disputed" | "held" | "pictured" | "record"; players: number; record: number | null; typical: { from: number; to: number } | null; oddness?: number; flags: ({ at: string; by: { userId: string; username: string }; reason: string })[] }
export type PendingScoreDocOfList = ({ _id: string }) & (PendingScoreDoc)
export type PictureSize = { url: string; webp?: string; width: number; height: number }
export type PinGolf = { kind: "pin-golf"; balls: 3 | 5; targets: Targets; missed: "graded" | "simple" }
export type PlayerBestDoc = { userId: string; machineId: string; machineName: string; achievedAt: string; rank: number; players: number; value: number; percentile: number }
export type PlayerBestDocOfList = ({ _id: string }) & (PlayerBestDoc)
export type PlayerDoc = { username: string; displayName: string; bio: string; location: string; picture?: UploadedPicture; supporter: boolean; ifpaNumber?: string; scores: number; joinedAt: string; unlisted?: true }
export type PlayerDocOfList = ({ _id: string }) & (PlayerDoc)
export type PlayerEventDoc = { userId: string; eventId: string; name: string; startsAt: string; startsOffset: number; state: "finished" | "live"; players: number; rank?: number }
export type PlayerEventDocOfList = ({ _id: string }) & (PlayerEventDoc)
export type PlayerFormDoc = { userId: string; machineId: string; machineName: string; value: number; receipt: number; percentile?: number }
export type PlayerFormDocOfList = ({ _id: string }) & (PlayerFormDoc)
export type PlayerRankDoc = { userId: string; machineId: string; window: "all" | "day" | "month" | "week" | "year"; scoreId?: string; rank: number; players: number; value: number; percentile: number }
export type PlayerRankDocOfList = ({ _id: string }) & (PlayerRankDoc)
export type PlayerSeriesDoc = { userId: string; seriesId: string; name: string; slug: string; rank: number; players: number; total: number; nights: number; dropped: number; receipt: number }
export type PlayerSeriesDocOfList = ({ _id: string }) & (PlayerSeriesDoc)
export type PlayerSummaryDoc = { firstDay: string; days: (number)[]; events: number; eventsWon: number }
export type PlayerSummaryDocOfList = ({ _id: string }) & (PlayerSummaryDoc)
export type PlayingDoc = { scoreId: string; machineId: string; machineName: string; createdAt: string; receipt: number; username: string; displayName: string; avatar?: PictureSize }
export type PlayingDocOfList = ({ _id: string }) & (PlayingDoc)
export type PointsTable = "linear" | "papa" | { linear: number } | { custom: (number)[] }
export type PolicyDoc = { title: string; html: string; lang: "ar" | "de" | "en" }
export type PolicyDocOfList = ({ _id: string }) & (PolicyDoc)
export type Problem = { type: string; title: string; status: number; code: string; field?: string; problems?: ({ path: string; message: string; code?: string })[]; details?: unknown }
export type ProgressDoc = { userId: string; machineId: string; machineName: string; points: ({ at: string; value: number; best: boolean })[] }
export type ProgressDocOfList = ({ _id: string }) & (ProgressDoc)
export type PushDeviceDoc = { endpoint: string; browser: string; createdAt: string; lastSuccess: string | null }
export type PushDeviceDocOfList = ({ _id: string }) & (PushDeviceDoc)
export type RatingDoc = { username: string; displayName: string; avatar?: PictureSize; rating: number; uncertainty: number; games: number; nights: number; hidden?: true }
export type RatingDocOfList = ({ _id: string }) & (RatingDoc)
export type RatingHistoryDoc = { userId: string; eventId: string; name: string; at: string; rating: number; uncertainty: number }
export type RatingHistoryDocOfList = ({ _id: string }) & (RatingHistoryDoc)
export type ReportDoc = { kind: "comment" | "group" | "picture" | "profile" | "score" | "venue"; subjectId: string; label: string; path: string | null; reason: string; by: { userId: string; username: string } | null; at: string; receipt: number; state: "closed" | "open"; closedAt?: string; closedBy?: { userId: string; username: string } | null; outcome?: string }
export type ReportDocOfList = ({ _id: string }) & (ReportDoc)
export type ReportedGameDoc = { venueId: string; venueName: string; stationId: string; machineId: string; machineName: string; endedAt: string; plays: (ReportedPlay)[]; doubts: (Doubt)[]; eventId?: string; groupId?: string; game?: number; used?: true }
export type ReportedGameDocOfList = ({ _id: string }) & (ReportedGameDoc)
export type ReportedPlay = { play: number; score: number; player?: number; initials?: string; name?: string; by?: { userId: string; username: string; displayName: string }; contestedBy?: { userId: string; username: string; displayName: string } }
export type ReportingEventDoc = { countAtOnce: boolean }
export type ReportingEventDocOfList = ({ _id: string }) & (ReportingEventDoc)
export type RoleDoc = { name: string; users: number }
export type RoleDocOfList = ({ _id: string }) & (RoleDoc)
export type RoundRobin = { kind: "round-robin"; meetings: 1 | 2 }
export type Scope = { machineId: string } | { groupId: string; machineId: string } | { eventId: string; machineId: string } | { venueId: string; machineId: string }
export type ScoreDoc = { userId: string; username: string; displayName: string; avatar?: PictureSize; machineId: string; machineName: string; machineFacts: MachineFacts; eventId?: string; value: number; strokes?: number; achievedAt: string; createdAt: string; receipt: number; status: ScoreStatus; underReview?: true; version: number; source?: "machine"; picture?: UploadedPicture; comment?: string; location?: string; venueId?: string; likes: number; comments: number }
export type ScoreDocOfList = ({ _id: string }) & (ScoreDoc)
export type ScoreHistoryDoc = { scoreId: string; at: string; by: { userId: string; username: string } | null; action: "confirmed" | "edited" | "entered" | "flagged" | "moderated" | "restored" | "submitted" | "voided"; changes: { [key: string]: (unknown)[] }; reason?: string }
export type ScoreHistoryDocOfList = ({ _id: string }) & (ScoreHistoryDoc)
export type ScorePlaceDoc = { rank: number }
export type ScorePlaceDocOfList = ({ _id: string }) & (ScorePlaceDoc)
export type ScorePlacement = { rank: number; players: number; value: number; percentile: number }
export type ScoreStatus = "disputed" | "rejected" | "unverified" | "verified"
export type SearchResults = { machines: (FoundMachine)[]; players: (FoundPlayer)[]; events: (FoundEvent)[]; groups: (FoundGroup)[]; venues: (FoundVenue)[] }
export type SeriesAction = "added" | "edited" | "finals" | "nights" | "undone"
export type SeriesDoc = { slug: string; groupId?: string; nights: number; receipt: number; name: string; description: string; points: SeriesPoints; counts?: number; drop?: number; attendance?: number; ties?: ("best-night" | "latest-night" | "night-wins")[] }
export type SeriesDocOfList = ({ _id: string }) & (SeriesDoc)
export type SeriesLogDoc = { seriesId: string; at: string; action: SeriesAction; by: { userId: string; username: string } | null; added?: (string | null)[]; removed?: (string | null)[]; moved?: true; players?: number; undoable?: true }
export type SeriesLogDocOfList = ({ _id: string }) & (SeriesLogDoc)
export type SeriesNightDoc = { seriesId: string; eventId: string; number: number; name: string; startsAt: string; startsOffset: number; state: EventState; players: number; held?: true; byPlace?: true }
export type SeriesNightDocOfList = ({ _id: string }) & (SeriesNightDoc)
export type SeriesPoints = { kind: "own" } | { kind: "places"; table: PointsTable } | { kind: "share" }
export type SeriesRowDoc = { seriesId: string; rowId: string; name: string; userId?: string; username?: string; total: number; nights: number; possible?: number; rank?: number; order: (number)[] }
export type SeriesRowDocOfList = ({ _id: string }) & (SeriesRowDoc)
export type SeriesRowNightDoc = { seriesId: string; rowId: string; eventId: string; number: number; outcome: NightOutcome; rank?: number; points?: number; attendance?: number; most?: number }
export type SeriesRowNightDocOfList = ({ _id: string }) & (SeriesRowNightDoc)
export type SiteCounts = { players: number; newPlayers: number; scoresToday: number; scoresThisWeek: number; machines: number; eventsLive: number; groups: number }
export type SiteOverview = { counts: SiteCounts; pending: { scores: number; reports: number; failedJobs: number }; mails: { queued: number; failed: number }; status: SystemStatus }
export type SiteSetupDoc = { machines: number; events: number; accounts: number; sendsMail: boolean; reach: { by: "computer" | "network"; addresses: (string)[] } | null }
export type SiteSetupDocOfList = ({ _id: string }) & (SiteSetupDoc)
export type StandingsDifference = { player: string; place: number; placeThere: number; total: number; totalThere: number | null; reason: "by-hand" | "byes" | "counting" | "games" | "left-out" | "missing" | "one-machine" | "others" | "ties"; games?: number }
export type StandingsDoc = { eventId: string; entrantId: string; userId?: string; username?: string; displayName: string; rank: number; order?: (number)[]; points: number; tieBreak?: number; decidedBy?: { by: "buchholz" | "head-to-head" | "highest-round" | "median-buchholz" | "places" | "wins"; own: number; other: number }; playoff?: true; strokes?: number; machines: (StandingsMachine)[]; games?: (StandingsGame)[]; strikes?: number; adjustments?: ({ amount: number; afterRound: number; reason: string })[]; outIn?: number }
export type StandingsDocOfList = ({ _id: string }) & (StandingsDoc)
export type StandingsGame = { round: number; game?: number; machineId: string | null; place: number | null; points: number; strikes?: number; strokes?: number }
export type StandingsMachine = { machineId: string; value?: number; strokes?: number; rank: number; points: number; counted: boolean }
export type StationDoc = { venueId: string; machineId: string; machineName: string; code: string; boardIds: (string)[]; boardName: string; nowNamed?: string; seenAt?: string; games: number; unclaimed: number }
export type StationDocOfList = ({ _id: string }) & (StationDoc)
export type StationPlaceDoc = { code: string; venueId: string; venueName: string; machineId: string; machineName: string }
export type StationPlaceDocOfList = ({ _id: string }) & (StationPlaceDoc)
export type Strikes = { kind: "strikes"; groupSize: 2 | 3 | 4; strikesToLeave: number; strikes: "fair" | "progressive" | "standard" }
export type SubmitScoreResult = { scoreId: string; rank: number; players: number; personalBest: boolean; previousBest: number | null; underReview?: true }
export type SystemStatus = { version: string; node: string; startedAt: string; database: { kind: "embedded" | "external"; answers: boolean }; replica: { used: boolean; lag: number } | null; redis: { answers: boolean } | null; storage: { kind: "disk" | "s3"; answers: boolean; freeBytes: number | null }; mail: "files" | "smtp"; backup: BackupRecord | null; backupLateAt: string | null; newerRelease: { version: string; url: string } | null }
export type TargetMatchPlay = { kind: "target-match-play"; grouping: "balanced" | "random" | "swiss" | "tiers"; groupSize: 2 | 3 | 4; target: number; points: GroupPoints }
export type Targets = { [key: string]: number }
export type TgpWarning = { kind: "byes" | "needs-finals" | "own-grading" } | { kind: "same-ifpa-number" | "under-half"; names: (string)[] } | { kind: "open-games"; games: number }
export type UnpairedBoardDoc = { venueId: string; boardId: string; name: string; seenAt: string; lastGame?: (number)[] }
export type UnpairedBoardDocOfList = ({ _id: string }) & (UnpairedBoardDoc)
export type UploadedPicture = { url: string; webp?: string; width: number; height: number; sizes: (PictureSize)[]; placeholder?: string }
export type UserDataCounts = { scores: number; comments: number; pictures: number; groups: number; groupsAlone: number; events: number }
export type VenueDoc = { slug: string; groupId?: string; machineCount: number; receipt: number; name: string; place: string; timeZone: string; description: string }
export type VenueDocOfList = ({ _id: string }) & (VenueDoc)
export type VenueLeaderDoc = { venueId: string; machineId: string; window: "all" | "day" | "month" | "week" | "year"; userId: string; username: string; displayName: string; avatar?: PictureSize; scoreId: string; value: number; achievedAt: string }
export type VenueLeaderDocOfList = ({ _id: string }) & (VenueLeaderDoc)
export type VenueMachineDoc = { venueId: string; machineId: string; name: string; year: number | null; type: "em" | "me" | "ss"; display: "alphanumeric" | "cga" | "dmd" | "lcd" | "lights" | "reels" | null; backglass?: PictureSize; order: number; code: string; outOfOrderSince?: string; note?: string }
export type VenueMachineDocOfList = ({ _id: string }) & (VenueMachineDoc)
export type VenueManagerDoc = { venueId: string; userId: string; username: string; displayName: string; avatar?: PictureSize }
export type VenueManagerDocOfList = ({ _id: string }) & (VenueManagerDoc)
export type VenuePlayerDoc = { venueId: string; username: string; displayName: string; avatar?: PictureSize; scores: number; lastPlayedAt: string }
export type VenuePlayerDocOfList = ({ _id: string }) & (VenuePlayerDoc)
export type VenueTextsDoc = { scores: number }
export type VenueTextsDocOfList = ({ _id: string }) & (VenueTextsDoc)
export type VersusDoc = { userId: string; otherId: string; otherUsername: string; otherDisplayName: string; machines: ({ games: number; ahead: number; behind: number; level: number; machineId: string; name: string })[]; nights: ({ games: number; ahead: number; behind: number; level: number; eventId: string; name: string; at: string })[]; games: number; ahead: number; behind: number; level: number }
export type VersusDocOfList = ({ _id: string }) & (VersusDoc)
export type VoidedScoreDoc = { eventId: string; at: string; by: { userId: string; username: string } | null; reason?: string }
export type VoidedScoreDocOfList = ({ _id: string }) & (VoidedScoreDoc)
export type WebhookDeliveryDoc = { webhookId: string; type: string; subject: string; order: number; createdAt: string; state: DeliveryState; tries: number; status?: number; error?: string; endedAt?: string }
export type WebhookDeliveryDocOfList = ({ _id: string }) & (WebhookDeliveryDoc)
export type WebhookDoc = { groupId?: string; eventId?: string; name: string; host: string; ending: string; discord?: true; types: ("event.finished" | "event.started" | "machine.merged" | "player.merged" | "result.confirmed" | "result.voided" | "round.drawn" | "score.corrected" | "score.moderated" | "score.record" | "score.removed" | "score.submitted")[]; only: Only; onlyNames: { [key: string]: string }; createdAt: string; off?: "failing" | "full" | "owner"; failingSince?: string; waiting: number }
export type WebhookDocOfList = ({ _id: string }) & (WebhookDoc)
export type WeekRecordDoc = { userId: string; machineName: string; machineFacts: MachineFacts; scoreId: string; value: number; achievedAt: string; username: string; displayName: string; avatar?: PictureSize }
export type WeekRecordDocOfList = ({ _id: string }) & (WeekRecordDoc)
