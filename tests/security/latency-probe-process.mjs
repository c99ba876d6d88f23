// An honest client in a process of its own. It connects to the given
// endpoint, sends a ping every 50 ms, and reports how long the answers took.
import { WebSocket } from 'ws'

const [endpoint, headers] = process.argv.slice(2)
const EVERY = 50
const socket = new WebSocket(endpoint, { headers: JSON.parse(headers) })
const asked = new Map()
const times = []
let count = 0
let leaving = false

const ask = () => {
  const id = `b${++count}`
  asked.set(`{"msg":"pong","id":"${id}"}`, performance.now())
  socket.send(`{"msg":"ping","id":"${id}"}`)
}
const leave = () => {
  times.sort((a, b) => a - b)
  process.send({ asked: times.length, p99: times[Math.ceil(times.length * 0.99) - 1], worst: times.at(-1) })
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
      leaving = true
      if (asked.size === 0) leave()
    })
  }
  if (text === '{"msg":"ping"}') socket.send('{"msg":"pong"}')
  const at = asked.get(text)
  if (at === undefined) return
  asked.delete(text)
  times.push(performance.now() - at)
  if (leaving && asked.size === 0) leave()
})
socket.on('close', () => process.exit(1))
socket.on('error', () => process.exit(1))
