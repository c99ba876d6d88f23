import { useState, useSyncExternalStore } from 'react'
import * as m from '#messages'
import { Button } from '../controls/Button.tsx'
import { ButtonLink } from '../navigation/ButtonLink.tsx'
import { subscribeNever } from '../subscribe-never.ts'
import styles from './ShareLinks.module.css'

/** Ways to share a page: the device's share dialog if it has one, copying the link, or e-mail. Nothing is loaded from other sites. */
export function ShareLinks({ title, path }: { title: string; path: string }) {
  const [copied, setCopied] = useState(false)
  const canShare = useSyncExternalStore(
    subscribeNever,
    () => typeof navigator.share === 'function',
    () => false,
  )
  const canCopy = useSyncExternalStore(
    subscribeNever,
    () => navigator.clipboard !== undefined,
    () => false,
  )
  const address = (): string => new URL(path, document.baseURI).href
  const mail = useSyncExternalStore(
    subscribeNever,
    () => mailTo(title, address()),
    () => mailTo(title, path),
  )
  const share = (): void => void navigator.share({ title, url: address() }).catch(() => undefined)
  const copy = (): void =>
    void navigator.clipboard.writeText(address()).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <div className={styles.share}>
      {/* First, because it is there before the buttons, which would move it. */}
      <ButtonLink href={mail}>{m.ui_share_mail()}</ButtonLink>
      {canShare && <Button onClick={share}>{m.ui_share()}</Button>}
      {canCopy && <Button onClick={copy}>{copied ? m.ui_share_copied() : m.ui_share_copy()}</Button>}
    </div>
  )
}

const mailTo = (title: string, address: string): string =>
  `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`
