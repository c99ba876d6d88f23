import './frame.css'
import { ChangeSocket } from './change-socket.ts'
import { type LiveState, readLiveState, subjectsOf, versionsOf } from './live-state.ts'
import { redraw } from './redraw.ts'

/** ms that changes are gathered for, and by how much this differs between readers, so that not all of them ask in the same moment */
const GATHER = 60
const SPREAD = 240
/** ms between two requests */
const PAUSE = 700
/** How often the page is asked for again that is still as it was, though something has changed: another node may have answered. */
const TRIES = 4
/** ms without a connection after which the embed says so */
const LOST_AFTER = 6000

/** Keeps an embed up to date: when it hears of a change it asks for its own page again, and shows what that shows. */
function keepLive(first: LiveState): void {
  let shown = first
  let isAsking = false
  let isDue = false
  let tries = 0
  let lost: ReturnType<typeof setTimeout> | undefined

  const ask = async (): Promise<void> => {
    const response = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-cache' })
    if (!response.ok && response.status !== 404) throw new Error(String(response.status))
    const next = new DOMParser().parseFromString(await response.text(), 'text/html')
    const state = readLiveState(next)
    if (state === null) {
      // It is not public any more, or gone. Should it come back, the next connection that the socket tries tells it.
      redraw(next)
      shown = { ...shown, subscriptions: shown.subscriptions.map(each => ({ ...each, version: null })) }
      return
    }
    // The page has another build, or is that of another machine, because this one was merged into it.
    if (state.build !== shown.build || subjectsOf(state) !== subjectsOf(shown)) return location.reload()
    if (versionsOf(state) === versionsOf(shown)) {
      if (tries++ < TRIES) isDue = true
      return
    }
    tries = 0
    shown = state
    redraw(next)
  }

  const refresh = (): void => {
    isDue = true
    if (isAsking) return
    isAsking = true
    setTimeout(
      async () => {
        isDue = false
        // What cannot be had now comes with the next change, or when the connection is back.
        await ask().catch(() => undefined)
        setTimeout(() => {
          isAsking = false
          if (isDue) refresh()
        }, PAUSE)
      },
      GATHER + Math.random() * SPREAD,
    )
  }

  const connection = document.getElementById('connection')!
  const socket = new ChangeSocket(
    () => shown,
    () => {
      tries = 0
      refresh()
    },
    isConnected => {
      if (isConnected) {
        clearTimeout(lost)
        lost = undefined
        connection.hidden = true
      } else
        lost ??= setTimeout(() => {
          connection.hidden = false
        }, LOST_AFTER)
    },
  )
  socket.open()
  addEventListener('online', () => socket.open())
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) socket.open()
  })
}

const state = readLiveState(document)
if (state !== null) keepLive(state)
