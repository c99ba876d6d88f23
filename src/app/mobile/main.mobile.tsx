import { App } from '@capacitor/app'
import { createRoot, type Root } from 'react-dom/client'
import { isLocale } from '#platform/text/locales.ts'
import '#platform/ui/styles/global.css'
import './mobile.css'
import { setActiveLocale } from '#platform/ui/format/locale.ts'
import { startApp } from '../browser/main.browser.tsx'
import { followAccent } from './accent.ts'
import { setApiBase } from './api-base-url.ts'
import { ChooseServer } from './ChooseServer.tsx'
import { Links } from './links.ts'
import { hideSplash, startDevice } from './native-bridge.ts'
import { readServerSettings } from './probe-server.ts'
import { openTappedNotifications, pushDevice } from './push-device.ts'
import { Shell } from './Shell.tsx'
import { isReturnLink, parseOpenedLink } from './server-address.ts'
import { removeSharedFiles, shareDownloads } from './shared-files.ts'
import { clearWebData, readStoredServer, storeServer } from './stored-server.ts'
import { ExternalVisits } from './visits.ts'

/**
 * Starts the mobile app: the pages of `main.browser.tsx` in a document of their own, with the data of the server that the user has chosen.
 */
async function open(): Promise<void> {
  startDevice()
  const { lang } = document.documentElement
  if (isLocale(lang)) setActiveLocale(lang)
  const launchUrl = (await App.getLaunchUrl())?.url ?? ''
  const launched = parseOpenedLink(launchUrl)
  const root = createRoot(document.getElementById('root')!)
  const server = (await readStoredServer()) ?? (await ask(root, launched?.server ?? asked()))
  const visits = new ExternalVisits(server)
  const links = new Links(server, visits)
  // The system may have ended the app while the browser was in front.
  const path = launched?.server === server ? launched.path : isReturnLink(launchUrl) ? visits.takeReturn(launchUrl) : null
  if (path !== null) window.history.replaceState(null, '', path)
  visits.watchLinks()
  setApiBase(server)
  void removeSharedFiles()
  shareDownloads(server, visits.open)
  const boot = { snapshots: [], ...(await readServerSettings(server)) }
  await startApp({
    endpoint: `${server.replace(/^http/, 'ws')}/websocket`,
    boot,
    show: (app, { pages, source, session }) => {
      followAccent(source.store, boot.settings)
      session.onLogout(() => void pushDevice.unsubscribe().catch(() => {}))
      openTappedNotifications(path => links.navigate(path))
      links.navigate = path => {
        // A link in an e-mail is a fragment that every page handles.
        if (path.startsWith('/#/')) window.location.hash = path.slice(1)
        else void pages.go(path)
      }
      root.render(
        <Shell server={server} links={links} visits={visits} source={source}>
          {app}
        </Shell>,
      )
      void pages.rendered.then(hideSplash)
    },
  })
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
