import { ParseServer } from 'parse-server'

// Parse Server configured as its guides advise for production: cloud code calls the server directly, classes are declared with their
// indexes and permissions, there is no verbose log, and LiveQuery serves only the class that pages subscribe to. The environment
// variables of pg name its Postgres.
const { PGHOST, PGPORT, PGUSER, PGDATABASE } = process.env

const everybodyReads = { find: { '*': true }, get: { '*': true }, create: {}, update: {}, delete: {} }
const definitions = [
  {
    className: 'Score',
    fields: { board: { type: 'String' }, user: { type: 'Pointer', targetClass: '_User' }, value: { type: 'Number' } },
    classLevelPermissions: everybodyReads,
  },
  {
    className: 'Best',
    fields: {
      board: { type: 'String' },
      user: { type: 'Pointer', targetClass: '_User' },
      score: { type: 'Pointer', targetClass: 'Score' },
      value: { type: 'Number' },
    },
    indexes: { best_of_user: { board: 1, user: 1 } },
    classLevelPermissions: everybodyReads,
  },
]

function cloud(Parse) {
  Parse.Cloud.define(
    'submit',
    async ({ user, params: { board, value } }) => {
      const score = await new Parse.Object('Score').save({ board, user, value }, { useMasterKey: true })
      const known = await new Parse.Query('Best').equalTo('board', board).equalTo('user', user).first({ useMasterKey: true })
      const personalBest = known === undefined || value > known.get('value')
      if (personalBest) await (known ?? new Parse.Object('Best')).save({ board, user, score, value }, { useMasterKey: true })
      return { scoreId: score.id, personalBest }
    },
    { requireUser: true, fields: { board: { type: String, required: true }, value: { type: Number, required: true } } },
  )
}

const freePort = async () => {
  const { createServer } = await import('node:net')
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => probe.once('listening', resolve))
  const { port } = probe.address()
  await new Promise(resolve => probe.close(resolve))
  return port
}

const port = await freePort()
await ParseServer.startApp({
  appId: 'bench',
  masterKey: 'master',
  maintenanceKey: 'maintenance',
  databaseURI: `postgres://${PGUSER}@localhost:${PGPORT}/${PGDATABASE}`,
  // The folder of the Unix socket. Parse Server logs that it does not know this option, but passes it on to pg.
  databaseOptions: { host: PGHOST },
  schema: { definitions, strict: false },
  cloud,
  directAccess: true,
  allowClientClassCreation: false,
  liveQuery: { classNames: ['Best'] },
  startLiveQueryServer: true,
  silent: true,
  logsFolder: null,
  serverURL: `http://127.0.0.1:${port}/parse`,
  mountPath: '/parse',
  host: '127.0.0.1',
  port,
})
console.log(`ready at http://127.0.0.1:${port}`)
process.on('SIGTERM', () => process.exit())
