// Checks the allowed imports of ARCHITECTURE.md: `node scripts/check-imports.mjs [root]` prints each violation and exits 1 if there is any.
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { findTableViolations, readOwners } from './table-owners.mjs'

/** The features, lowest layer first: each may use those before it. */
const featureOrder =
  'accounts audit roles keys invitations reports uploads settings backups players oauth groups machines venues events series ratings scores stations imports feeds embeds search supporters notifications webhooks versions analytics policies rest admin'.split(
    ' ',
  )

const RULES = {
  external: [1, 'ddp and ranking know only themselves (and ws at ddp/transport/node): let the caller pass it in instead'],
  reporter: [1, 'the reporter runs beside the site, so it knows only itself, ddp, ws and Node: let the site answer what it needs instead'],
  module: [2, 'a platform module uses platform modules and ddp: take what differs as an argument instead'],
  browserModule: [
    2,
    'ui, text and the browser half of live run in a browser: do this in live/server or a server module and send the result instead',
  ],
  shared: [
    3,
    'both ends share it: use ddp/wire, platform/live/contract.ts, call-errors.ts, rates.ts, record.ts and schemas.ts, platform/settings/settings-schema.ts, platform/text, and contracts and rules of features below instead',
  ],
  server: [4, 'use your own files, platform, ranking, ddp, or contract, rules and server/api.ts of a feature below instead'],
  ui: [
    5,
    'use your own contract, rules and ui, platform/ui, live and text, ddp/client, ddp/wire, ddp/timing, or contract, rules and ui of a feature below instead',
  ],
  uiServer: [5, 'a page never reaches the server half: get it by a publication or a method instead'],
  resultSet: [
    7,
    'only platform/live writes result sets: declare what is published with live.query, live.sharedQuery or live.documents instead',
  ],
  follow: [7, 'views follow changes by live.query, everything else by live.onChange: use one of them instead'],
  app: [6, 'nobody imports app: let app pass it in where it builds everything instead'],
  tests: [6, 'nobody imports tests or benches: move what both need into src instead'],
  nowhere: [6, 'this file is in no layer: move it to ddp, ranking, platform, features, pages or app instead'],
  up: [7, 'dependencies point down: let the higher feature subscribe to the change log instead'],
  order: [7, 'this feature is missing in featureOrder of scripts/check-imports.mjs: add it there instead'],
  barrel: [8, 'no barrels: name the file after its subject and import it directly instead'],
  clock: [8, 'timers and the time of day come from the clock: take one as an argument instead'],
  page: [
    9,
    'nothing imports a page but the route table, which imports its route.ts: move what both need into the ui of a feature or into platform/ui instead',
  ],
  fromPage: [
    9,
    "use the page's own folder, contract, rules and ui of any feature, platform/ui, live and text, ddp/client, ddp/wire or ddp/timing instead",
  ],
  cycle: [
    10,
    'files that import each other, be it for types alone, cannot be understood one by one: move what both need into a third file instead',
  ],
  table: [
    11,
    'SQL names tables of its own feature only, and that of app none: read a plain view that the owner publishes, or call a function of its server/api.ts instead',
  ],
  alias: [
    12,
    'a path that climbs two folders, or leaves its feature, platform module or page, is hard to read: write #events/…, #platform/… (the imports of package.json) instead',
  ],
  environment: [8, 'only platform/config reads the environment: take the typed value as an argument instead'],
}

/**
 * Classifies a path inside src. `half` is the part of a feature: shared (contract, rules and anything else at its root), server or ui.
 * Every platform module but ui, text and live counts as a server module.
 */
function place(path) {
  const [layer, name, ...rest] = path.split('/')
  const inner = rest.join('/')
  const half = /(?:^|\/)(server|ui)(?:\/|\.ts$)/.exec(inner)?.[1] ?? 'shared'
  const inBrowser =
    name === 'ui' || name === 'text' || path === 'platform/settings/settings-schema.ts' || (name === 'live' && half !== 'server')
  return {
    path,
    layer,
    name,
    inner,
    half,
    inBrowser,
    order: featureOrder.indexOf(name),
    common: half === 'shared' && /^(contract|rules|formats)(\.ts$|\/)/.test(inner),
  }
}

/** True for a module of texts without markup, which a feature's share cards and e-mails need as well as its pages. */
const isLabels = ({ inner }) => /(?:^|\/)ui\/(?:labels(?:\.ts|\/)|[\w-]+-labels\.ts)/.test(inner)

/** @returns the rule that forbids the file `from` to import `to` (a place, or a package: { bare, path: '' }), or undefined */
function findViolation(from, to) {
  const node = to.bare !== undefined && isBuiltin(to.bare)
  if (/^\.\.\/(tests|bench)\//.test(to.path)) return RULES.tests
  const ownPage = from.layer === 'pages' && from.name === to.name
  const listed = from.path === 'app/route-table.tsx' && to.inner === 'route.ts'
  if (to.layer === 'pages' && !ownPage && !listed) return RULES.page
  if (from.layer === 'app') return undefined
  if (to.layer === 'app' || to.bare === '#pages') return RULES.app

  if (from.layer === 'ddp' || from.layer === 'ranking') {
    const atEdge = from.path.startsWith('ddp/transport/node/') && (node || to.bare === 'ws')
    return to.layer === from.layer || atEdge ? undefined : RULES.external
  }
  if (from.layer === 'platform') {
    if (to.bare === undefined && to.layer !== 'platform' && to.layer !== 'ddp') return RULES.module
    const serverOnly = node || (to.layer === 'platform' && !to.inBrowser) || to.path.startsWith('ddp/transport/node/')
    return from.inBrowser && serverOnly ? RULES.browserModule : undefined
  }
  const forPages = to.bare === undefined ? (to.layer === 'platform' && to.inBrowser) || /^ddp\/(client|wire|timing)\//.test(to.path) : !node
  if (from.layer === 'pages') {
    if (to.layer === 'features') return to.half === 'server' ? RULES.uiServer : to.order < 0 ? RULES.order : undefined
    return forPages || to.layer === 'pages' ? undefined : RULES.fromPage
  }
  if (from.layer === 'reporter') return node || to.bare === 'ws' || ['reporter', 'ddp'].includes(to.layer) ? undefined : RULES.reporter
  if (from.layer !== 'features') return RULES.nowhere
  if (to.path === 'ddp/server/result-set.ts') return RULES.resultSet

  if (from.order < 0 || (to.layer === 'features' && to.order < 0)) return RULES.order
  const own = to.layer === 'features' && to.order === from.order
  const below = to.layer === 'features' && to.order < from.order
  if (from.half === 'shared') {
    const fine = node
      ? false
      : to.bare !== undefined ||
        /^platform\/(live\/(call-errors|contract|rates|record|schemas)|settings\/settings-schema)\.ts$/.test(to.path) ||
        /^(ddp\/wire|platform\/text)\//.test(to.path)
    return fine || ((own || below) && to.common) ? undefined : RULES.shared
  }
  if (from.half === 'server') {
    if (to.layer === 'features' && to.order > from.order) return RULES.up
    const fine = to.bare !== undefined || ['platform', 'ranking', 'ddp'].includes(to.layer) || (own && (to.half !== 'ui' || isLabels(to)))
    return fine || (below && (to.common || /^server\/(?:api\.ts|changes\.ts|shared\/)/.test(to.inner))) ? undefined : RULES.server
  }
  if (to.layer === 'features' && to.half === 'server') return RULES.uiServer
  return forPages || own || (below && (to.common || to.half === 'ui')) ? undefined : RULES.ui
}

/** Replaces comments with spaces, so that imports mentioned in comments are not found. Offsets and lines stay the same. */
export function withoutComments(source) {
  const token = /(['"])(?:\\.|(?!\1)[^\\\n])*\1|`(?:\\[\s\S]|[^\\`])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
  return source.replace(token, found => (found.startsWith('/') ? found.replace(/[^\n]/g, ' ') : found))
}

const imports = [
  /(?<![.\w$])(?:import|export)(?=[\s{*])[\s\w{},*$]*?\bfrom\s*(?<q>['"])(?<to>[^'"\n]+)\k<q>/g,
  /(?<![.\w$])import\s*(?<q>['"])(?<to>[^'"\n]+)\k<q>/g,
  /(?<![.\w$])import\s*\(\s*(?<q>['"`])(?<to>[^'"`\n]+)\k<q>/g,
]
const clock =
  /\bDate\.now\s*\(|\bnew Date(?:\s*\(\s*\)|\b(?!\s*\())|(?:(?<![.\w$])|\b(?:globalThis|window|self)\.)set(?:Timeout|Interval)\s*\(/g
const environment = /\bprocess\s*(?:\?\.|\.)\s*env\b|\bimport\b[^'"]*\benv\b[^'"]*\bfrom\s*['"](?:node:)?process['"]/g

/**
 * Reads every .ts and .tsx file in src, except tests.
 * @param {string} root the folder that holds src; throws if there is none
 * @returns {{ file: string, line: number, what: string, rule: number, instead: string }[]} sorted by file and line
 */
export function check(root) {
  const files = readdirSync(join(root, 'src'), { recursive: true }).map(file => file.replaceAll('\\', '/'))
  const sources = new Map(
    files
      .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .sort()
      .map(file => [file, withoutComments(readFileSync(join(root, 'src', file), 'utf8'))]),
  )
  const cycles = findCycles(sources)
  const owners = readOwners(sources)
  return [...sources].flatMap(([file, source]) =>
    [...inFile(file, source, owners), ...cycles.filter(cycle => cycle.file === `src/${file}`)].sort((a, b) => a.line - b.line),
  )
}

/** Returns the imports of a file: the specifier, the path inside src (undefined for a package), the offset of its end. */
const importsOf = (file, source) =>
  imports
    .flatMap(each => [...source.matchAll(each)])
    .map(({ index, 0: text, groups: { to } }) => ({
      to,
      path: to.startsWith('.') ? posix.join(posix.dirname(file), to) : pathOfAlias(to),
      end: index + text.length,
    }))

/** True for a relative path that package.json has a shorter spelling for. Pages have none, since only the route table imports them. */
function isFar(file, to, path) {
  if (!to.startsWith('..') || path.startsWith('..') || path.startsWith('pages/')) return false
  const top = each => each.split('/', /^(?:features|platform)\//.test(each) ? 2 : 1).join('/')
  return to.startsWith('../../') || top(file) !== top(path)
}

/** Returns the path inside src that the `imports` of package.json give to `#events/rules.ts`; undefined for a package, and for what the build makes. */
function pathOfAlias(to) {
  const [, name, rest] = /^#(\w+)\/(.+\.\w+)$/.exec(to) ?? []
  if (rest === undefined) return undefined
  return featureOrder.includes(name) ? `features/${name}/${rest}` : `${name}/${rest}`
}

const lineAt = (source, offset) => source.slice(0, offset).split('\n').length

/** Finds files that import each other, directly or through others: one violation for each group of such files, with its shortest cycle. */
function findCycles(sources) {
  const edges = new Map([...sources].map(([file, source]) => [file, importsOf(file, source).filter(({ path }) => sources.has(path))]))
  const done = new Set()
  const found = []
  for (const [file, source] of sources) {
    const cycle = done.has(file) ? null : shortestCycle(edges, file)
    if (cycle === null) continue
    for (const each of cycle) done.add(each)
    const first = edges.get(file).find(({ path }) => path === (cycle[1] ?? file))
    const [rule, instead] = RULES.cycle
    const what = `imports ${first.to}, in a cycle: ${[...cycle, file].join(' → ')}`
    found.push({ file: `src/${file}`, line: lineAt(source, first.end), what, rule, instead })
  }
  return found
}

/** @returns the files of the shortest cycle through `start`, which comes first; null if there is none */
function shortestCycle(edges, start) {
  const before = new Map()
  const queue = [start]
  for (const file of queue) {
    for (const { path } of edges.get(file)) {
      if (path === start) {
        const cycle = [file]
        while (cycle[0] !== start) cycle.unshift(before.get(cycle[0]))
        return cycle
      }
      if (before.has(path)) continue
      before.set(path, file)
      queue.push(path)
    }
  }
  return null
}

function inFile(file, source, owners) {
  const found = []
  const add = (at, what, [rule, instead]) => found.push({ file: `src/${file}`, line: lineAt(source, at), what, rule, instead })
  const from = place(file)
  const outside =
    /^ddp\/timing\/(?:system|steady)-clock\.ts$/.test(file) || file.startsWith('ddp/transport/') || file.startsWith('reporter/testing/')
  const timed = !outside && (['ddp', 'ranking', 'reporter'].includes(from.layer) || (from.layer === 'features' && from.half !== 'ui'))

  if (/(^|\/)index\.tsx?$/.test(file)) add(0, 'is a barrel', RULES.barrel)
  for (const { to, path, end } of importsOf(file, source)) {
    const refused = findViolation(from, path === undefined ? { bare: to, path: '' } : place(path))
    if (refused) add(end, `imports ${to}`, refused)
    else if (isFar(file, to, path)) add(end, `imports ${to}`, RULES.alias)
    else if (timed && /^(node:)?timers\b/.test(to)) add(end, `imports ${to}`, RULES.clock)
  }
  if (timed) {
    for (const match of source.matchAll(clock)) add(match.index, `uses ${match[0]}`, RULES.clock)
  }
  if (from.layer === 'features') {
    for (const match of source.matchAll(/\bchangeLog\s*\.\s*on(?:Every)?\s*\(/g)) add(match.index, 'follows the change log', RULES.follow)
    for (const match of source.matchAll(/\.\s*resultSet\s*\(/g)) add(match.index, 'makes a result set', RULES.resultSet)
  }
  // The demo fills the tables of an empty site, and counts what it has put there.
  if (
    (from.layer === 'features' && from.half === 'server') ||
    from.layer === 'platform' ||
    (from.layer === 'app' && from.name !== 'demo')
  ) {
    const isBelow = owner => from.layer === 'app' || featureOrder.indexOf(owner) < from.order
    for (const { at, what } of findTableViolations(from.layer === 'features' ? from.name : from.layer, source, owners, isBelow))
      add(at, what, RULES.table)
  }
  if (!file.startsWith('platform/config/')) {
    for (const match of source.matchAll(environment)) add(match.index, 'reads process.env', RULES.environment)
  }
  return found
}

/** @returns {string} the violation as one line of text */
export function formatViolation({ file, line, what, rule, instead }) {
  return `${file}:${line} ${what} — rule ${rule}: ${instead}`
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const violations = check(process.argv[2] ?? join(import.meta.dirname, '..'))
  for (const violation of violations) console.error(formatViolation(violation))
  process.exitCode = violations.length > 0 ? 1 : 0
}
