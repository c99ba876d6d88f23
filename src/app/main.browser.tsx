import { createBrowserHistory } from '@tanstack/react-router'
import { hydrateRoot } from 'react-dom/client'
import { DdpClient } from '../ddp/client/client.ts'
import type { SnapshotDocument } from '../ddp/client/replica.ts'
import { systemClock } from '../ddp/timing/system-clock.ts'
import { browserSocket } from '../ddp/transport/browser.ts'
import { decode, type Ejson, type Json } from '../ddp/wire/ejson.ts'
import { type DdpError, errorFromWire } from '../ddp/wire/error.ts'
import { AccountSession } from '../features/accounts/ui/session.ts'
import { clientSource } from '../platform/live/client-source.ts'
import { watchKey } from '../platform/live/source.ts'
import '../platform/ui/global.css'
import { loadNotFound } from './not-found.tsx'
import { Root } from './Root.tsx'
import { createPages, matchPage } from './routes.tsx'

interface Boot {
  snapshots: { name: string; params: Ejson[]; version: string | null; documents: SnapshotDocument[]; error: unknown }[]
}

const ID = '23456789ABCDEFGHJKLMNPQRSTWXYZabcdefghijkmnopqrstuvwxyz'
const randomId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(17)), byte => ID[byte % ID.length]).join('')

/** ms a page may keep its predecessor on screen while its data is on the way */
const PATIENCE = 300

function readBoot(): Boot {
  const json = JSON.parse(document.getElementById('boot')!.textContent) as Json
  return decode(json) as unknown as Boot
}

async function start(): Promise<void> {
  const { snapshots } = readBoot()
  const client = new DdpClient({
    connect: () => browserSocket(`${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/websocket`),
    clock: systemClock,
    random: Math.random,
    randomId,
    soon: tell => void (document.hidden ? setTimeout(tell, 50) : requestAnimationFrame(tell)),
  })
  client.hydrate(
    snapshots.flatMap(({ name, params, version, documents }) => (version === null ? [] : [{ name, params, version, documents }])),
  )
  const failed = new Map<string, DdpError>(
    snapshots.flatMap(({ name, params, error }) => (error === null ? [] : [[watchKey(name, params), errorFromWire(error)]])),
  )
  const source = clientSource(client, systemClock, failed)
  const session = new AccountSession({ client, storage: window.localStorage, clock: systemClock, log: message => console.warn(message) })
  if (matchPage(window.location.href) === null || failed.size > 0) await loadNotFound()
  const router = createPages(createBrowserHistory(), false, wanted => source.prepare(wanted, PATIENCE))
  router.ssr = { manifest: undefined }
  router.subscribe('onResolved', () => {
    const matched = matchPage(window.location.href)
    if (matched !== null) document.title = matched.route.head(matched.at, client.store).title
  })
  session.start()
  await router.load()
  hydrateRoot(document.getElementById('root')!, <Root router={router} source={source} session={session} />)
  client.connect()
  window.addEventListener('online', () => client.connect())
}

void start()
