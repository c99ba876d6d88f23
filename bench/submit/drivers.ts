import { uuidv7 } from '#platform/uuid.ts'
import { digestPassword } from '../../tests/integration/helpers/users.ts'
import { HttpConnection } from '../lib/http-connection.ts'
import { WebSocketConnection } from '../lib/websocket-connection.ts'

export type DriverName = 'ours' | 'plain' | 'tuned' | 'parse'

/** Submits a score as a player who is signed in on a separate connection. Resolves when the score is acknowledged. */
export type Submit = (value: number) => Promise<void>

export interface Driver {
  openSubmitter(n: number): Promise<Submit>
  /** Opens a viewer of the board. Its messages go to `onText` of the returned connection. */
  openViewer(): Promise<WebSocketConnection>
}

export interface OurDriver extends Driver {
  machineId: string
  /** Opens a page that shows these publications. */
  openPage(subscriptions: readonly { name: string; params: object }[]): Promise<WebSocketConnection>
}

/** For each server: how its players and viewers connect. On our server the boards are those of machines, one unless there are to be more. */
export const drivers: { ours(port: number, boards?: number): Promise<OurDriver> } & Record<
  Exclude<DriverName, 'ours'>,
  (port: number) => Promise<Driver>
> = {
  async ours(port, boards = 1) {
    const ddp = async (): Promise<WebSocketConnection> => {
      const connection = await WebSocketConnection.open(port, '/websocket')
      connection.onText = text => {
        if (text.includes('"msg":"ping"')) connection.send('{"msg":"pong"}')
      }
      const connected = connection.waitForText('"msg":"connected"')
      connection.send('{"msg":"connect","version":"1","support":["1"]}')
      await connected
      return connection
    }
    const call = async (connection: WebSocketConnection, method: string, params: object): Promise<string> => {
      const answer = connection.waitForText('"msg":"result"')
      connection.send(JSON.stringify({ msg: 'method', id: '1', method, params: [params] }))
      const text = await answer
      if (text.includes('"error"')) throw new Error(text)
      return text
    }
    const connection = await ddp()
    const found = JSON.parse(await call(connection, 'machines.search', { text: '', limit: Math.max(boards, 10) })) as {
      result: { machineId: string }[]
    }
    connection.close()
    const { machineId } = found.result[0]!
    const openPage: OurDriver['openPage'] = async subscriptions => {
      const connection = await ddp()
      for (const [id, { name, params }] of subscriptions.entries()) {
        const ready = connection.waitForText('"msg":"ready"')
        connection.send(JSON.stringify({ msg: 'sub', id: String(id), name, params: [params] }))
        await ready
      }
      return connection
    }
    return {
      machineId,
      openPage,
      async openSubmitter(n) {
        const { machineId } = found.result[n % boards]!
        const connection = await ddp()
        await call(connection, 'createUser', { username: `player${n}`, password: digestPassword('correct horse battery') })
        let onResult: (text: Buffer) => void = () => {}
        const before = connection.onText
        connection.onText = text => (text.includes('"msg":"result"') ? onResult(text) : before(text))
        return value =>
          new Promise((resolve, reject) => {
            onResult = text => (text.includes('"error"') ? reject(new Error(text.toString())) : resolve())
            connection.send(
              `{"msg":"method","id":"2","method":"scores.submit","params":[{"_id":"${uuidv7()}","machineId":"${machineId}","value":${value}}]}`,
            )
          })
      },
      openViewer: () => openPage([{ name: 'boards.top', params: { scope: { machineId } } }]),
    }
  },

  plain: ownApp,
  tuned: ownApp,

  async parse(port) {
    const app = 'X-Parse-Application-Id: bench\r\n'
    return {
      async openSubmitter(n) {
        const connection = new HttpConnection(port)
        const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
        const answer = await connection.post('/parse/users', `{"authData":{"anonymous":{"id":"${id}"}}}`, app)
        const { sessionToken } = JSON.parse(answer.body) as { sessionToken: string }
        return posting(connection, '/parse/functions/submit', `${app}X-Parse-Session-Token: ${sessionToken}\r\n`)
      },
      async openViewer() {
        const connection = await WebSocketConnection.open(port, '/')
        const connected = connection.waitForText('"op":"connected"')
        connection.send('{"op":"connect","applicationId":"bench"}')
        await connected
        const subscribed = connection.waitForText('"op":"subscribed"')
        connection.send('{"op":"subscribe","requestId":1,"query":{"className":"Best","where":{"board":"b"}}}')
        await subscribed
        return connection
      },
    }
  },
}

const posting =
  (connection: HttpConnection, path: string, head: string): Submit =>
  async value => {
    const { status, body } = await connection.post(path, `{"board":"b","value":${value}}`, head)
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${body}`)
  }

/** The app of `peers/plain`, tuned or not. */
async function ownApp(port: number): Promise<Driver> {
  return {
    async openSubmitter(n) {
      const connection = new HttpConnection(port)
      const { token } = JSON.parse((await connection.post('/players', `{"username":"player${n}"}`)).body) as { token: string }
      return posting(connection, '/scores', `Authorization: Bearer ${token}\r\n`)
    },
    async openViewer() {
      const connection = await WebSocketConnection.open(port, '/socket.io/?EIO=4&transport=websocket')
      connection.onText = text => {
        if (text.length === 1 && text[0] === 50) connection.send('3')
      }
      const joined = connection.waitForText('40{')
      connection.send('40')
      await joined
      connection.send('42["board","b"]')
      return connection
    },
  }
}
