import { useSyncExternalStore } from 'react'
import * as m from '#messages'
import { Notice } from '../states/Notice.tsx'
import { subscribeNever } from '../subscribe-never.ts'

/** Says beside a link for others that nobody else can open it, because the page is open at an address that only this computer has. */
export function LocalLinkNotice() {
  const isLocal = useSyncExternalStore(
    subscribeNever,
    () => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(document.baseURI).hostname),
    () => false,
  )
  return isLocal ? <Notice kind="warn">{m.ui_share_local()}</Notice> : null
}
