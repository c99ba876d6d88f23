import { parseArgs } from 'node:util'
import { createSeededRandom } from '../tests/chaos/seeded.ts'
import { measureTreeCpu } from './lib/process-tree.ts'
import { createDataFolder, type Program, startSkillshot } from './lib/program.ts'
import { formatNumber, formatThousands, printTable, Targets } from './lib/report.ts'
import { quantile } from './lib/stats.ts'
import { Worker } from './lib/worker.ts'
import { fillSite, type Site } from './search/fill.ts'
import type { Typing } from './search/typist.ts'

/**
 * Measures the search while somebody types, on a site with many players: texts of one to five letters, two words, a whole name, and a part
 * of a word, which finds nothing: `npm run bench search -- [--players 50000] [--machines 2500] [--texts 50] [--rounds 3]`.
 */
const { values: flags } = parseArgs({
  options: {
    players: { type: 'string', default: '50000' },
    machines: { type: 'string', default: '2500' },
    texts: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '3' },
  },
})
const counts = { players: Number(flags.players), machines: Number(flags.machines) }
const rounds = Number(flags.rounds)
/** Rounds that are not counted: Node compiles what runs often, and each connection plans a statement some times before it keeps a plan. */
const WARM_UP = 3

interface Kind {
  name: string
  method: 'search' | 'machines.search'
  texts: string[]
}

/** What is typed, from names of the site, so that common names are looked for more often. */
function chooseTexts({ players, machines }: Site): Kind[] {
  const random = createSeededRandom(4)
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
  const kind = (name: string, method: Kind['method'], text: () => string): Kind => {
    const texts = Array.from({ length: Number(flags.texts) }, text)
    return { name, method, texts }
  }
  const start = (length: number): Kind =>
    kind(length === 1 ? 'a letter' : `${length} letters`, 'search', () =>
      (random() < 0.7 ? one(players).displayName : one(machines).name).toLowerCase().slice(0, length),
    )
  const named = players.filter(({ displayName }) => /^\p{L}+ \p{L}{4}/u.test(displayName))
  return [
    { name: '`pla`', method: 'search', texts: Array.from({ length: Number(flags.texts) }, () => 'pla') },
    start(1),
    start(2),
    start(3),
    start(5),
    kind('a name and a letter', 'search', () =>
      one(named)
        .displayName.toLowerCase()
        .replace(/(?<= \p{L}).*/u, ''),
    ),
    kind('a first name and a surname', 'search', () => one(named).displayName),
    kind('a user name', 'search', () => one(players).username),
    kind('the middle of a word', 'search', () => one(named).displayName.split(' ')[1]!.slice(1, 5)),
    kind('a machine, 3 letters', 'machines.search', () => one(machines).name.slice(0, 3)),
    kind('a machine, its name', 'machines.search', () => one(machines).name),
  ]
}

interface Measured extends Typing {
  name: string
  /** CPU ms of a search: the server and its database */
  cpu: number
}

const folder = createDataFolder()
const typist = new Worker(new URL('search/typist.ts', import.meta.url))
const measured: Measured[] = []
let program: Program | null = null
try {
  program = await startSkillshot(folder.path)
  console.error(`search: writing ${formatThousands(counts.players)} players …`)
  const kinds = chooseTexts(await fillSite(folder.path, counts))
  await typist.request('connect', program.port)
  for (const { name } of kinds) measured.push({ name, took: [], cpu: 0, found: 0 })
  for (let round = -WARM_UP; round < rounds; round++) {
    console.error(`search: ${round < 0 ? 'warming up' : `round ${round + 1}`} …`)
    for (const [at, { method, texts }] of kinds.entries()) {
      const before = measureTreeCpu(program.roots)
      const { took, found } = await typist.request<Typing>('type', { method, texts })
      if (round < 0) continue
      const kind = measured[at]!
      kind.cpu += (measureTreeCpu(program.roots) - before) / 1000 / texts.length / rounds
      kind.found = found
      kind.took.push(...took)
    }
  }
} finally {
  await typist.stop()
  await program?.stop()
  folder.remove()
}

console.log(`\n## Search while typing: ${formatThousands(counts.players)} players, ${formatThousands(counts.machines)} machines\n`)
console.log(`${flags.texts} texts of a kind, each ${rounds} times; CPU is the server's, its database included.\n`)
printTable(
  ['typed', 'p50 ms', 'p99 ms', 'CPU ms a search', 'results'],
  measured.map(({ name, took, cpu, found }) => [
    name,
    formatNumber(quantile(took, 0.5)),
    formatNumber(quantile(took, 0.99)),
    formatNumber(cpu),
    formatNumber(found),
  ]),
)
console.log()
const targets = new Targets()
for (const { name, took, cpu } of measured) {
  const p99 = quantile(took, 0.99)
  targets.requireGoal(
    `${name}: 99 of 100 answers within 15 ms, for 3 ms of CPU; ${formatNumber(p99)} ms, ${formatNumber(cpu)} ms`,
    p99 <= 15 && cpu <= 3,
  )
}
targets.setExitCode()
