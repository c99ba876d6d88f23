import { type ReactNode, useState } from 'react'
import * as m from '#messages'
import { lazyComponent } from '../lazy-component.tsx'
import { Picture, type PictureProps } from './Picture.tsx'
import styles from './PictureViewer.module.css'

const Lightbox = lazyComponent(async () => (await import('./Lightbox.tsx')).Lightbox)

export type PictureViewerProps = PictureProps & {
  /** Shown below the enlarged picture. */
  caption?: ReactNode
  /** Actions for the picture, such as `ReportButton`. */
  actions?: ReactNode
}

/** A picture that opens in the `Lightbox` when it is clicked anywhere. */
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
