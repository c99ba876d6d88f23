import { useEffect, useState } from 'react'
import { scoreRules } from '#events/formats/registry.ts'
import * as m from '#messages'
import { QrCode } from '#platform/ui/sharing/QrCode.tsx'
import { eventHref } from '../event-url.ts'
import type { ShownEvent } from '../types.ts'
import styles from './screen.module.css'

/** QR code that leads from the big screen to the user's phone. Its space is reserved until the page knows its own address. */
export function ScreenCode({ event }: { event: ShownEvent }) {
  const [origin, setOrigin] = useState<string | null>(null)
  useEffect(() => setOrigin(new URL(document.baseURI).origin), [])
  const takesScores = event.state === 'live' && scoreRules(event.format) !== null
  const path = takesScores ? `/submit?event=${event._id}` : eventHref(event._id)
  const label = takesScores
    ? m.events_screen_scan_add()
    : event.state === 'finished'
      ? m.events_screen_scan_results()
      : m.events_screen_scan_follow()
  return (
    <p className={styles.code}>
      <span className={styles.square}>{origin !== null && <QrCode text={`${origin}${path}`} label={label} />}</span>
      <span className={styles.words}>{label}</span>
    </p>
  )
}
