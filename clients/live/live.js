// A client of a site's live protocol (DDP over WebSocket) without any library, for browsers and Node 22 or newer: it subscribes, keeps the
// documents, and tells of each change.
// `node clients/live/live.js https://scores.example boards.top '{"scope":{"machineId":"…"}}'` prints a board whenever it moves.

/**
 * Subscribes to a publication and follows it, also over broken connections.
 * @param {string} url address of the site
 * @param {string} name of the publication, such as boards.top
 * @param {object} argument its argument; dates are { $date: milliseconds }
 * @param {(collections: Map<string, Map<string, object>>) => void} onChange gets all documents, by collection and id, after each change
 * @param {(error: { error: number | string, reason?: string }) => void} [onRefused] is told why the site ends the subscription
 * @returns {() => void} ends it
 */
export function follow(url, name, argument, onChange, onRefused = () => {}) {
  let socket
  let ended = false
  let pause = 500
  const connect = () => {
    // It may have been ended during the pause before.
    if (ended) return
    // What was there before is told anew, so the documents of an earlier connection are forgotten.
    const collections = new Map()
    let isReady = false
    socket = new WebSocket(`${url.replace(/^http/, 'ws')}/websocket`)
    const send = message => socket.send(JSON.stringify(message))
    socket.onopen = () => send({ msg: 'connect', version: '1', support: ['1'] })
    socket.onmessage = ({ data }) => {
      const { msg, collection, id, fields = {}, cleared = [], error } = JSON.parse(data)
      const documents = collections.get(collection) ?? new Map()
      if (msg === 'connected') send({ msg: 'sub', id: '1', name, params: [argument] })
      else if (msg === 'ping') send({ msg: 'pong', ...(id === undefined ? {} : { id }) })
      else if (msg === 'added') collections.set(collection, documents.set(id, { _id: id, ...fields }))
      else if (msg === 'changed') {
        const document = { ...documents.get(id), ...fields }
        for (const field of cleared) delete document[field]
        documents.set(id, document)
      } else if (msg === 'removed') documents.delete(id)
      else if (msg === 'ready') {
        isReady = true
        pause = 500
      } else if (msg === 'nosub') {
        ended = true
        socket.close()
        onRefused(error)
      }
      if (isReady && ['added', 'changed', 'removed', 'ready'].includes(msg)) onChange(collections)
    }
    socket.onclose = () => {
      if (!ended) setTimeout(connect, pause)
      pause = Math.min(pause * 2, 30_000)
    }
    socket.onerror = () => {}
  }
  connect()
  return () => {
    ended = true
    socket.close()
  }
}

if (typeof process !== 'undefined' && process.argv[1]?.endsWith('live.js')) {
  const [, , url, name, argument] = process.argv
  follow(
    url,
    name,
    JSON.parse(argument),
    collections => {
      for (const [collection, documents] of collections) console.log(collection, [...documents.values()])
    },
    console.error,
  )
}
