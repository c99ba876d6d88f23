// Honest players in a process of their own. Every `every` ms one of them submits a score that is higher than all before; another one, who
// watches the board, sees it. At the end the process reports how long the answers took, how long it took until the row arrived, and which
// scores were refused.
import { randomBytes } from 'node:crypto'
import { WebSocket } from 'ws'

const [endpoint, given] = process.argv.slice(2)
const { machineId, tokens, headers, first, every = 100 } = JSON.parse(given)
const sent = new Map()
const seen = new Map()
const answers = []
const rows = []
const refused = []
let value = first
let leaving = false

function uuidv7() {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = (bytes[6] & 15) | 112
  bytes[8] = (bytes[8] & 63) | 128
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function open(onMessage) {
  const socket = new WebSocket(endpoint, { headers })
  const say = message => socket.send(JSON.stringify(message))
  return new Promise(resolve => {
    socket.on('open', () => say({ msg: 'connect', version: '1', support: ['1'] }))
    socket.on('close', () => process.exit(1))
    socket.on('message', data => {
      const message = JSON.parse(String(data))
      if (message.msg === 'ping') say({ msg: 'pong' })
      if (message.msg === 'connected') resolve({ socket, say })
      onMessage(message)
    })
  })
}

const watcher = await open(message => {
  if (message.msg === 'nosub') throw new Error(JSON.stringify(message.error))
  if ((message.msg !== 'added' && message.msg !== 'changed') || message.collection !== 'boardRows') return
  const began = seen.get(message.fields.value)
  if (began === undefined) return
  seen.delete(message.fields.value)
  rows.push(performance.now() - began)
  finish()
})
watcher.say({ msg: 'sub', id: 'w', name: 'boards.top', params: [{ scope: { machineId } }] })

const players = []
for (const token of tokens) {
  const logged = Promise.withResolvers === undefined ? deferred() : Promise.withResolvers()
  const player = await open(message => {
    if (message.msg !== 'result') return
    if (message.id === 'login') return logged.resolve()
    const began = sent.get(message.id)
    if (began === undefined) return
    sent.delete(message.id)
    if (message.error === undefined) answers.push(performance.now() - began.now)
    else {
      refused.push(`${message.error.error} ${message.error.reason}`)
      seen.delete(began.value)
    }
    process.send('answered')
    finish()
  })
  player.say({ msg: 'method', id: 'login', method: 'login', params: [{ resume: token }] })
  await logged.promise
  players.push(player)
}
process.send('ready')

let turn = 0
const submitting = setInterval(() => {
  const player = players[turn++ % players.length]
  const id = String(turn)
  value += 10
  const now = performance.now()
  sent.set(id, { now, value })
  seen.set(value, now)
  player.say({ msg: 'method', id, method: 'scores.submit', params: [{ _id: uuidv7(), machineId, value }] })
}, every)

process.on('message', () => {
  clearInterval(submitting)
  leaving = true
  finish()
})

function finish() {
  if (!leaving || sent.size > 0 || seen.size > 0) return
  const figures = times => {
    times.sort((a, b) => a - b)
    const percentile = share => times[Math.ceil(times.length * share) - 1]
    return { count: times.length, p50: percentile(0.5), p99: percentile(0.99), worst: times.at(-1) }
  }
  process.send({ answers: figures(answers), rows: figures(rows), refused })
  process.disconnect()
  setImmediate(() => process.exit(0))
}

function deferred() {
  const parts = {}
  parts.promise = new Promise(resolve => {
    parts.resolve = resolve
  })
  return parts
}
