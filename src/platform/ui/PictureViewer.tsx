import { type ReactNode, useState } from 'react'
import * as m from '#messages'
import { lazyComponent } from './lazy-component.tsx'
import { Picture, type PictureProps } from './Picture.tsx'
import styles from './PictureViewer.module.css'

const Lightbox = lazyComponent(async () => (await import('./Lightbox.tsx')).Lightbox)

export type PictureViewerProps = PictureProps & {
  /** Below the big picture. */
  caption?: ReactNode
  /** What can be done about it: `ReportButton`. */
  actions?: ReactNode
}

/** A picture that opens big: the whole of it is the button. */
export function PictureViewer({ caption, actions, ...picture }: PictureViewerProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.viewer}>
      <Picture {...picture} />
      <button type="button" className={styles.open} aria-label={m.ui_picture_open({ alt: picture.alt })} onClick={() => setOpen(true)} />
      {open && <Lightbox picture={picture.picture} alt={picture.alt} caption={caption} actions={actions} onClose={() => setOpen(false)} />}
    </div>
  )
}
