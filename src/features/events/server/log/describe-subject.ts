import type { LogSubject } from '#events/contract/log-subject.ts'

/** Returns the subject of a log entry as English text: `what` of the document, for other programs and the export. */
export function describeSubject(subject: LogSubject): string {
  const names = 'players' in subject ? subject.players.map(name => name ?? 'a player') : []
  const reason = 'reason' in subject && subject.reason !== undefined ? `: ${subject.reason}` : ''
  switch (subject.kind) {
    case 'players':
      return names.join(', ')
    case 'name':
      return subject.name
    case 'presence':
      return `${names.join(', ')}: ${subject.presence}`
    case 'role':
      return `${names.join(', ')}: ${subject.role ?? 'none'}`
    case 'renamed':
      return `${subject.name} is now ${names[0]}`
    case 'merged':
      return `${subject.name} into ${names[0]}`
    case 'seeds':
      return subject.count === 1 ? '1 player' : `${subject.count} players`
    case 'score': {
      const player = names[0] === undefined ? '' : subject.ruling === undefined ? ` for ${names[0]}` : ` by ${names[0]}`
      const ruling = subject.ruling === undefined ? '' : `: ${subject.ruling}`
      const { value, strokes } = subject
      const what = value !== null ? value.toLocaleString('en-US') : strokes === undefined ? 'no score' : `${strokes} strokes`
      return `${what} on ${subject.machine ?? 'a machine'}${player}${ruling}${reason}`
    }
    case 'window':
      return `${subject.machine} from ${subject.from} to ${subject.to}${reason}`
    case 'result': {
      const { round, group } = subject
      const where = round === undefined ? describeGame(subject) : `Round ${round}, ${subject.machine ?? `group ${group}`}`
      const game = subject.game === undefined ? '' : `, game ${subject.game} of group ${group}`
      const placed = names.map((name, i) => (subject.places === undefined ? name : `${subject.places[i]}. ${name}`))
      return `${where}${game}: ${placed.join(', ')}${reason}`
    }
    case 'round':
      return subject.groups === undefined
        ? `Round ${subject.round}`
        : `Round ${subject.round}: ${subject.groups === 1 ? 'one group' : `${subject.groups} groups`}`
    case 'arranged':
      return `Round ${subject.round}: ${names.join(', ')}`
    case 'adjusted':
      return `${names[0]}: ${subject.amount > 0 ? '+' : ''}${subject.amount} ${subject.figure}${Math.abs(subject.amount) === 1 ? '' : 's'}${reason}`
    case 'moved': {
      const game = subject.game === undefined ? '' : `, game ${subject.game}`
      const where = subject.round === undefined ? `Game ${subject.group}` : `Round ${subject.round}, group ${subject.group}`
      return `${where}${game}: to ${subject.machine}`
    }
    case 'machine':
      return `${subject.machine}: ${subject.active ? 'in order' : 'out of order'}`
    case 'options': {
      const { tieBreaks, byes, byeOpponent, seeding, gamesPerRound, firstRound, playOrder, machineDraw, balanceOver, banks } = subject
      return [
        tieBreaks === undefined ? [] : `Tie-breaks: ${tieBreaks.join(', ') || 'none'}`,
        byes === undefined ? [] : `Byes: ${byes}`,
        byeOpponent === undefined ? [] : `Byes in Buchholz: ${byeOpponent}`,
        seeding === undefined ? [] : `Seeding: ${seeding}`,
        gamesPerRound === undefined ? [] : `Games in a round: ${gamesPerRound}`,
        firstRound === undefined ? [] : `First round: ${firstRound}`,
        playOrder === undefined ? [] : `Order of play: ${playOrder}`,
        machineDraw === undefined ? [] : `Machines: ${machineDraw}`,
        balanceOver === undefined ? [] : `Balanced over: ${balanceOver}`,
        banks === undefined ? [] : banks.length === 0 ? 'Banks: none' : banks.map(each => `Bank ${each.bank}: ${each.machines.join(', ')}`),
      ]
        .flat()
        .join('. ')
    }
  }
}

/** Describes a game of an event whose games begin one by one. */
const describeGame = ({ group, machine }: { group: number; machine: string | null }): string =>
  machine === null ? `Game ${group}` : `Game ${group}, ${machine}`
