// An honest client in a process of its own. It connects to the given
// endpoint, sends a ping every 50 ms, and reports how long the answers took.
import { WebSocket } from 'ws'

const [endpoint, headers] = process.argv.slice(2)
const EVERY = 50
const socket = new WebSocket(endpoint, { headers: JSON.parse(headers) })
const sentAt = new Map()
const times = []
let count = 0
let stopping = false

const ask = () => {
  const id = `b${++count}`
  sentAt.set(`{"msg":"pong","id":"${id}"}`, performance.now())
  socket.send(`{"msg":"ping","id":"${id}"}`)
}
const report = () => {
  times.sort((a, b) => a - b)
  process.send({ requests: times.length, p99: times[Math.ceil(times.length * 0.99) - 1], max: times.at(-1) })
  process.disconnect()
  socket.terminate()
}

socket.on('open', () => socket.send('{"msg":"connect","version":"1","support":["1"]}'))
socket.on('message', data => {
  const text = String(data)
  if (text.startsWith('{"msg":"connected"')) {
    process.send('connected')
    ask()
    const asking = setInterval(ask, EVERY)
    process.on('message', () => {
      clearInterval(asking)
      stopping = true
      if (sentAt.size === 0) report()
    })
  }
  if (text === '{"msg":"ping"}') socket.send('{"msg":"pong"}')
  const at = sentAt.get(text)
  if (at === undefined) return
  sentAt.delete(text)
  times.push(performance.now() - at)
  if (stopping && sentAt.size === 0) report()
})
socket.on('close', () => process.exit(1))
socket.on('error', () => process.exit(1))
