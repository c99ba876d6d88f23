// Reports new high scores of a virtual pinball cabinet to a site. It runs on the cabinet, beside VPin Studio, needs Node 20 or newer and no
// library: `node vpin-studio-reporter.mjs settings.json`. README.md beside it says how to set it up.
//
// VPin Studio's webhook for scores says only that the table of high scores of a game has changed. So this program asks the cabinet for that
// table, compares it with the last one, and reports the rows that are new. What it has seen and not yet sent is kept in a file.
import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

/** Bytes of a webhook's body at most. */
const MAX_BODY = 65_536
/** Rows of each game that are remembered at most. */
const MAX_KNOWN = 1000
/** ms that an answer of the cabinet or the site may take */
const PATIENCE = 15_000
/** ms between attempts at first, and at most */
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 300_000
/** ms for which a report is kept whose station the site does not know: it may be paired again. After that nobody could claim the game. */
const LONGEST_KEPT = 7 * 86_400_000

/**
 * @typedef {object} Settings
 * @property {string} site address of the site
 * @property {string} key a key with the scope `report`
 * @property {string} secret at least 16 characters, by which VPin Studio is recognised: the path of the webhook
 * @property {Record<string, { station: string } | { machine: string }>} games where the games of the site are, by VPin Studio's ids of its games
 * @property {string} [cabinet] address of VPin Studio's server; left out: http://127.0.0.1:8089
 * @property {string} [file] where state is kept; left out: vpin-studio-reporter.json
 * @property {string} [host] address to listen at; left out: 127.0.0.1
 * @property {number} [port] left out: 8077
 */

/**
 * Listens for webhooks until it is closed. Before that it asks for the high scores of each game that it has not seen yet, which count for
 * nothing, because those of the factory look like others.
 * @param {Settings} settings
 * @param {(words: string) => void} [log]
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `url`: the address of the webhook
 */
export async function startReporter(settings, log = console.log) {
  const {
    site,
    key,
    games,
    cabinet = 'http://127.0.0.1:8089',
    file = 'vpin-studio-reporter.json',
    host = '127.0.0.1',
    port = 8077,
  } = settings
  const secret = String(settings.secret ?? '')
  if (secret.length < 16) throw new Error('The secret needs at least 16 characters.')
  const state = readState(file)
  const ending = new AbortController()
  const save = () => {
    writeFileSync(`${file}.new`, JSON.stringify(state))
    renameSync(`${file}.new`, file)
  }
  for (const id of Object.keys(games)) if (state.known[id] === undefined && !state.asks.includes(id)) state.asks.push(id)
  save()

  /** Asks the cabinet for the high scores of a game, and keeps reports of those that are new. */
  const look = async id => {
    const { scores } = await getJson(`${cabinet}/api/v1/games/scores/${id}`, ending.signal)
    const rows = readRows(scores)
    const known = state.known[id]
    const fresh = known === undefined ? [] : rows.filter(row => !known.includes(nameOf(row)))
    for (const row of fresh) {
      const report = createHash('sha256')
        .update(`${id} ${nameOf(row)}`)
        .digest('hex')
        .slice(0, 32)
      state.reports.push({ id: `vpin-${report}`, ...games[id], plays: [row], endedAt: new Date().toISOString(), doubts: ['unseen'] })
    }
    state.known[id] = [...new Set([...rows.map(nameOf), ...(known ?? [])])].slice(0, MAX_KNOWN)
    log(known === undefined ? `game ${id}: ${rows.length} high scores are known from now on` : `game ${id}: ${fresh.length} new`)
  }

  /** Sends a report. @returns `keep`: it is sent again later, `wait`: so are all others */
  const send = async report => {
    const response = await fetch(`${site.replace(/\/+$/, '')}/api/v1/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      // By its own time the site corrects those of a cabinet whose clock is wrong.
      body: JSON.stringify({ ...report, sentAt: new Date().toISOString() }),
      signal: AbortSignal.any([ending.signal, AbortSignal.timeout(PATIENCE)]),
    })
    if (response.ok) return 'done'
    const words = await response.text()
    log(`the site answers ${response.status}: ${words.slice(0, 300)}`)
    if (response.status === 404) return Date.now() - Date.parse(report.endedAt) < LONGEST_KEPT ? 'keep' : 'done'
    // What is wrong with the report itself stays so. A key may be replaced, and a site that is busy or away comes back.
    return response.status === 400 || response.status === 409 ? 'done' : 'wait'
  }

  /** Does what is to be done. @returns false: something has failed, and is done again later */
  const work = async () => {
    for (const id of [...state.asks]) {
      try {
        await look(id)
        state.asks.splice(state.asks.indexOf(id), 1)
        save()
      } catch (error) {
        fail(error)
      }
    }
    for (const report of [...state.reports]) {
      const fate = await send(report)
      if (fate === 'wait') return false
      if (fate === 'keep') continue
      state.reports.splice(state.reports.indexOf(report), 1)
      save()
    }
    return state.asks.length === 0 && state.reports.length === 0
  }
  const fail = error => {
    if (!ending.signal.aborted) log(`not yet: ${error.cause?.message ?? error.message}`)
    return false
  }

  let running = Promise.resolve()
  let isRunning = false
  /** ends the pause when there is something new */
  let pausing = new AbortController()
  const wake = () => {
    pausing.abort()
    if (isRunning || ending.signal.aborted) return
    isRunning = true
    running = (async () => {
      for (let wait = FIRST_PAUSE; !ending.signal.aborted; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
        pausing = new AbortController()
        const isDone = await work().catch(fail)
        if (isDone) break
        await pause(wait, null, { signal: AbortSignal.any([ending.signal, pausing.signal]) }).catch(() => {})
      }
      isRunning = false
    })()
  }

  const server = createServer(async (request, response) => {
    const answer = status => response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    try {
      const isKnown = isSame((request.url ?? '').split('/')[1] ?? '', secret)
      if (!isKnown || (request.method !== 'PUT' && request.method !== 'POST')) return answer(404)
      const id = await readId(request)
      if (id === null) return answer(400)
      if (!Object.hasOwn(games, id)) {
        answer(200)
        return log(`game ${id} is not in the settings: name its station there to report it`)
      }
      // One that is under way may have read the table before this change.
      if (state.asks.filter(each => each === id).length < 2) state.asks.push(id)
      // VPin Studio tells of a change once, so it is followed also where the disk does not take it.
      wake()
      save()
      answer(200)
    } catch (error) {
      log(`a webhook failed: ${error.message}`)
      if (!response.headersSent) answer(500)
    }
  })
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  wake()
  return {
    url: `http://${host}:${server.address().port}/${secret}`,
    close: async () => {
      ending.abort()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await running
    },
  }
}

/** Returns what was kept: `known`: rows seen by game; `asks`: games whose table has changed; `reports`: what the site has not got yet. */
function readState(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // A file that can't be read is no reason to report old scores as new ones, so somebody has to look at it.
    if (error.code !== 'ENOENT') throw new Error(`${file} can't be read (${error.message}). Remove it to begin anew.`)
    return { known: {}, asks: [], reports: [] }
  }
}

const isSame = (a, b) => {
  const [first, second] = [a, b].map(text => createHash('sha256').update(text).digest())
  return timingSafeEqual(first, second)
}

/** Reads the id of a webhook's body. @returns null: it has none, or has not come to its end */
async function readId(request) {
  let text = ''
  try {
    for await (const part of request) {
      text += part
      if (text.length > MAX_BODY) return null
    }
    const { id } = JSON.parse(text)
    return /^\d{1,12}$/.test(String(id)) ? String(id) : null
  } catch {
    return null
  }
}

/** Reads the rows of VPin Studio's table. Those that it marks as external were played elsewhere. */
const readRows = scores =>
  (Array.isArray(scores) ? scores : []).flatMap(({ playerInitials, score, external }) => {
    // As players register them: letters A–Z and digits.
    const initials = String(playerInitials ?? '')
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .slice(0, 16)
    return external === true || !Number.isSafeInteger(score) || score <= 0 ? [] : [{ score, ...(initials === '' ? {} : { initials }) }]
  })

/** By which a row is recognised. Its place in the table changes with each better score. */
const nameOf = ({ initials = '', score }) => `${initials} ${score}`

async function getJson(url, ending) {
  const response = await fetch(url, { signal: AbortSignal.any([ending, AbortSignal.timeout(PATIENCE)]) })
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  return response.json()
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { url, close } = await startReporter(JSON.parse(readFileSync(process.argv[2] ?? 'settings.json', 'utf8')))
  console.log(`Set this as the endpoint of a webhook for scores in VPin Studio: ${url}`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void close().then(() => process.exit(0)))
}
