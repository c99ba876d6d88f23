import { App } from '@capacitor/app'
import { createRoot, type Root } from 'react-dom/client'
import '../../platform/ui/styles/global.css'
import './mobile.css'
import { isLocale, speak } from '../../platform/ui/format/locale.ts'
import { startApp } from '../main.browser.tsx'
import { setApiBase } from './api-base-url.ts'
import { ChooseServer } from './ChooseServer.tsx'
import { Links } from './links.ts'
import { hideSplash, startDevice } from './native-bridge.ts'
import { readServerSettings } from './probe-server.ts'
import { Shell } from './Shell.tsx'
import { readOpened } from './server-address.ts'
import { clearWebData, readStoredServer, storeServer } from './stored-server.ts'

/**
 * Starts the mobile app: the pages of `main.browser.tsx` in a document of their own, with the data of the server that the user has chosen.
 */
async function open(): Promise<void> {
  startDevice()
  const { lang } = document.documentElement
  if (isLocale(lang)) speak(lang)
  const launched = readOpened((await App.getLaunchUrl())?.url)
  const root = createRoot(document.getElementById('root')!)
  const server = (await readStoredServer()) ?? (await ask(root, launched?.server ?? asked()))
  const links = new Links(server)
  if (launched?.server === server) window.history.replaceState(null, '', launched.path)
  setApiBase(server)
  await startApp({
    endpoint: `${server.replace(/^http/, 'ws')}/websocket`,
    boot: { snapshots: [], ...(await readServerSettings(server)) },
    show: (app, { pages, source }) => {
      links.navigate = path => {
        // A link in an e-mail is a fragment that every page handles.
        if (path.startsWith('/#/')) window.location.hash = path.slice(1)
        else void pages.go(path)
      }
      root.render(
        <Shell server={server} links={links} source={source}>
          {app}
        </Shell>,
      )
    },
  })
  hideSplash()
}

/** Returns the server whose link made the user leave another server; `ServerDialog` puts it into the query. */
const asked = (): string => new URLSearchParams(window.location.search).get('server') ?? ''

async function ask(root: Root, suggested: string): Promise<string> {
  await clearWebData()
  return new Promise(resolve => {
    const choose = async (origin: string): Promise<void> => {
      await storeServer(origin)
      window.history.replaceState(null, '', '/')
      resolve(origin)
    }
    root.render(<ChooseServer suggested={suggested} onChosen={choose} />)
    hideSplash()
  })
}

void open()
