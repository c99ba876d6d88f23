// An attacker in a process of its own: many sockets, from as many addresses as it is told, that all send the same kind of message. What
// arrives is counted and not kept. attack.ts describes the plan that it gets.
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { WebSocket } from 'ws'

// An attacker has a machine of his own. Here he gets the processors when nobody else wants them, so that what is measured is what his
// messages cost the server, and not what sending them costs him.
setPriority(19)

const [plan] = await once(process, 'message')
const { endpoint, addresses, socketsEach, template, values, perSocket, way, perSecond, wave } = plan
const CONNECT = '{"msg":"connect","version":"1","support":["1"]}'
/** what is read of a message: enough to tell what it answers */
const HEAD_BYTES = 400
const PAUSE = 250

const counts = { open: 0, sent: 0, ready: 0, results: 0, closed: 0, errors: {} }
const sockets = new Set()
let sequence = 0
let told = false
let leaving = false

const next = () => {
  const n = ++sequence
  return template.replaceAll('%n', `${wave}${n}`).replaceAll('"%v"', () => JSON.stringify(values[n % values.length]))
}

function answered() {
  const { ready, results } = counts
  const refused = Object.values(counts.errors).reduce((sum, each) => sum + each, 0)
  if (told || perSocket === null || ready + results + refused < addresses.length * socketsEach * perSocket) return
  told = true
  process.send('all answered')
}

function refuse(head) {
  const error = /"error":("[^"]*"|\d+)(?:,"reason":"([^"]*)")?/.exec(head.slice(head.indexOf('"error":{') + 8))
  const name = `${(error?.[1] ?? '?').replaceAll('"', '')}${head.includes('"timeToReset"') ? ' with timeToReset' : ''}: ${error?.[2] ?? ''}`
  counts.errors[name] = (counts.errors[name] ?? 0) + 1
}

/** Resolves when the kernel has taken the message, so a server that stops reading stops the sender. */
const send = (socket, text) =>
  new Promise(resolve => {
    if (socket.readyState !== WebSocket.OPEN) return resolve(false)
    socket.send(text, error => resolve(!error))
  })

function open(address) {
  const socket = new WebSocket(endpoint, { headers: { 'x-forwarded-for': address }, perMessageDeflate: false })
  sockets.add(socket)
  let mine = 0
  let timer
  const one = () => {
    if (perSocket !== null && mine++ >= perSocket) return
    counts.sent++
    return send(socket, next())
  }
  const begin = async () => {
    counts.open++
    if (way === 'at once') for (let i = 0; i < perSocket; i++) await one()
    else if (way === 'in turn') void one()
    else timer = setInterval(one, 1000 / perSecond)
  }
  socket.on('error', () => undefined)
  socket.on('open', () => void send(socket, CONNECT))
  socket.on('message', data => {
    const head = data.subarray(0, HEAD_BYTES).toString()
    if (head.startsWith('{"msg":"connected"')) return void begin()
    if (head.startsWith('{"msg":"ping"')) return void send(socket, '{"msg":"pong"}')
    if (head.startsWith('{"msg":"ready"')) counts.ready += JSON.parse(String(data)).subs.length
    else if (head.startsWith('{"msg":"nosub"')) refuse(head)
    else if (head.startsWith('{"msg":"result"')) {
      if (head.slice(0, 80).includes('"error":{')) refuse(head)
      else counts.results++
    } else return
    answered()
    if (way === 'in turn' && !leaving) void one()
  })
  socket.on('close', () => {
    clearInterval(timer)
    sockets.delete(socket)
    if (leaving) return
    counts.closed++
    // Somebody who attacks comes back.
    if (perSocket === null) setTimeout(() => leaving || open(address), PAUSE)
  })
}

for (const address of addresses) for (let i = 0; i < socketsEach; i++) open(address)

process.on('message', word => {
  if (word === 'counts') return process.send(counts)
  leaving = true
  for (const socket of sockets) socket.terminate()
  process.send(counts)
  process.disconnect()
})
