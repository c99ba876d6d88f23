import { createRoot } from 'react-dom/client'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { cx } from '#platform/ui/cx.ts'
import floating from '#platform/ui/layouts/FloatingNotice.module.css'
import type { Offer } from './auto-update.ts'
import styles from './UpdateNotice.module.css'

const LABELS: Record<Offer, () => string> = {
  waiting: m.versions_notice_waiting,
  offered: m.versions_notice_offered,
}

/** Floats above any page, so that nothing moves. */
function UpdateNotice({ offer, onReload }: { offer: Offer | null; onReload: () => void }) {
  return (
    <div className={cx(floating.place, styles.place)} role="status">
      {offer !== null && (
        <div className={cx(floating.notice, styles.notice)}>
          <Icon name="info" />
          <span className={floating.words}>{LABELS[offer]()}</span>
          <Button kind="plain" onClick={onReload}>
            {m.ui_link_reload()}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Space below the page, so that its last button can be scrolled out from under the notice. */
const BottomSpacer = () => <div className={styles.room} />

/** Adds the notice beside the page. @returns a function that sets what the notice says; null: nothing */
export function openNotice(onReload: () => void): (offer: Offer | null) => void {
  const element = document.createElement('div')
  document.body.append(element)
  const root = createRoot(element)
  return offer =>
    root.render(
      <>
        {offer !== null && <BottomSpacer />}
        <UpdateNotice offer={offer} onReload={onReload} />
      </>,
    )
}
