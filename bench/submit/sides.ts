import { uuidv7 } from '../../src/platform/uuid.ts'
import { digestOf } from '../../tests/integration/people.ts'
import { HttpLine } from '../lib/http-line.ts'
import { SocketLine } from '../lib/socket-line.ts'

export type Side = 'ours' | 'plain' | 'parse'

/** Submits a score as a player who is signed in on a separate connection. Resolves when the score is acknowledged. */
export type Submit = (value: number) => Promise<void>

export interface Guests {
  submitter(n: number): Promise<Submit>
  /** Opens a viewer of the board. Its messages go to `onText` of the returned connection. */
  viewer(): Promise<SocketLine>
}

/** For each server: how its players and viewers connect. On our server the board is that of a machine. */
export const guests: Record<Side, (port: number) => Promise<Guests>> = {
  async ours(port) {
    const ddp = async (): Promise<SocketLine> => {
      const line = await SocketLine.open(port, '/websocket')
      line.onText = text => {
        if (text.includes('"msg":"ping"')) line.send('{"msg":"pong"}')
      }
      const connected = line.hear('"msg":"connected"')
      line.send('{"msg":"connect","version":"1","support":["1"]}')
      await connected
      return line
    }
    const call = async (line: SocketLine, method: string, params: object): Promise<string> => {
      const answer = line.hear('"msg":"result"')
      line.send(JSON.stringify({ msg: 'method', id: '1', method, params: [params] }))
      const text = await answer
      if (text.includes('"error"')) throw new Error(text)
      return text
    }
    const some = await ddp()
    const found = JSON.parse(await call(some, 'machines.search', { text: '' })) as { result: { machineId: string }[] }
    some.close()
    const { machineId } = found.result[0]!
    return {
      async submitter(n) {
        const line = await ddp()
        await call(line, 'createUser', { username: `player${n}`, password: digestOf('correct horse battery') })
        let told: (text: Buffer) => void = () => {}
        const before = line.onText
        line.onText = text => (text.includes('"msg":"result"') ? told(text) : before(text))
        return value =>
          new Promise((resolve, reject) => {
            told = text => (text.includes('"error"') ? reject(new Error(text.toString())) : resolve())
            line.send(
              `{"msg":"method","id":"2","method":"scores.submit","params":[{"_id":"${uuidv7()}","machineId":"${machineId}","value":${value}}]}`,
            )
          })
      },
      async viewer() {
        const line = await ddp()
        const ready = line.hear('"msg":"ready"')
        line.send(`{"msg":"sub","id":"1","name":"boards.top","params":[{"scope":{"machineId":"${machineId}"}}]}`)
        await ready
        return line
      },
    }
  },

  async plain(port) {
    return {
      async submitter(n) {
        const line = new HttpLine(port)
        const { token } = JSON.parse((await line.post('/players', `{"username":"player${n}"}`)).body) as { token: string }
        return posting(line, '/scores', `Authorization: Bearer ${token}\r\n`)
      },
      async viewer() {
        const line = await SocketLine.open(port, '/socket.io/?EIO=4&transport=websocket')
        line.onText = text => {
          if (text.length === 1 && text[0] === 50) line.send('3')
        }
        const joined = line.hear('40{')
        line.send('40')
        await joined
        line.send('42["board","b"]')
        return line
      },
    }
  },

  async parse(port) {
    const app = 'X-Parse-Application-Id: bench\r\n'
    return {
      async submitter(n) {
        const line = new HttpLine(port)
        const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
        const answer = await line.post('/parse/users', `{"authData":{"anonymous":{"id":"${id}"}}}`, app)
        const { sessionToken } = JSON.parse(answer.body) as { sessionToken: string }
        return posting(line, '/parse/functions/submit', `${app}X-Parse-Session-Token: ${sessionToken}\r\n`)
      },
      async viewer() {
        const line = await SocketLine.open(port, '/')
        const connected = line.hear('"op":"connected"')
        line.send('{"op":"connect","applicationId":"bench"}')
        await connected
        const subscribed = line.hear('"op":"subscribed"')
        line.send('{"op":"subscribe","requestId":1,"query":{"className":"Best","where":{"board":"b"}}}')
        await subscribed
        return line
      },
    }
  },
}

const posting =
  (line: HttpLine, path: string, head: string): Submit =>
  async value => {
    const { status, body } = await line.post(path, `{"board":"b","value":${value}}`, head)
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${body}`)
  }
