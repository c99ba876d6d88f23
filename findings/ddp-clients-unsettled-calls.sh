#!/bin/sh
# A call under way when the connection breaks is never settled by simpleddp and asteroid, though both connect again; ddp refuses it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-save --no-audit --no-fund --silent simpleddp@2.2.4 asteroid@2.0.3 ddp@0.12.1 ws@8.23.0
cat >try.mjs <<'JS'
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { WebSocket, WebSocketServer } from 'ws'
const require = createRequire(import.meta.url)

/** A server that breaks its first connection when a call comes, and answers calls of later ones. */
async function serve(call) {
  const received = []
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const again = new Promise(resolve => {
    let connections = 0
    server.on('connection', socket => {
      const number = ++connections
      socket.on('message', data => {
        const message = JSON.parse(data)
        if (message.msg === 'ping') socket.send('{"msg":"pong"}')
        if (message.msg === 'connect') {
          socket.send(`{"msg":"connected","session":"s${number}"}`)
          if (number === 2) resolve()
        }
        if (message.msg !== 'method') return
        received.push(number)
        if (number === 1) return socket.terminate()
        socket.send(JSON.stringify({ msg: 'result', id: message.id, result: 'done' }))
        socket.send(JSON.stringify({ msg: 'updated', methods: [message.id] }))
      })
    })
  })
  await new Promise(resolve => server.once('listening', resolve))
  let outcome = 'never settled'
  call(server.address().port).then(
    result => (outcome = `resolved: ${result}`),
    error => (outcome = `rejected: ${error.message}`),
  )
  await again
  // Ten seconds are enough for a call that was sent again: this server answers at once.
  await new Promise(resolve => setTimeout(resolve, 10_000))
  return { outcome, callsReceived: received.length }
}

const [simpleddp, asteroid, ddp] = await Promise.all([
  serve(async port => {
    const SimpleDDP = require('simpleddp').default ?? require('simpleddp')
    const client = new SimpleDDP({ endpoint: `ws://127.0.0.1:${port}/websocket`, SocketConstructor: WebSocket, reconnectInterval: 500 })
    await client.connect()
    return client.call('hello')
  }),
  serve(async port => {
    const Asteroid = require('asteroid').createClass()
    const client = new Asteroid({ endpoint: `ws://127.0.0.1:${port}/websocket`, SocketConstructor: WebSocket, reconnectInterval: 500 })
    await new Promise(resolve => client.on('connected', resolve))
    return client.call('hello')
  }),
  serve(async port => {
    const DDPClient = require('ddp')
    const client = new DDPClient({ host: '127.0.0.1', port, autoReconnect: true, autoReconnectTimer: 500 })
    await new Promise(resolve => client.connect(resolve))
    return new Promise((resolve, reject) => client.call('hello', [], (error, result) => (error ? reject(error) : resolve(result))))
  }),
])
console.log('simpleddp 2.2.4, asteroid 2.0.3, ddp 0.12.1')
console.log('Behaviour: all three connect again by themselves. Nobody sends the call again, and only ddp says that it was lost.')
console.log({ simpleddp, asteroid, ddp })
for (const { outcome, callsReceived } of [simpleddp, asteroid]) assert.deepEqual([outcome, callsReceived], ['never settled', 1])
assert.match(ddp.outcome, /^rejected: .*Disconnected/)
process.exit()
JS
node try.mjs
