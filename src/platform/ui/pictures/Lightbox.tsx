import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import * as m from '#messages'
import layout from '#platform/ui/styles/layout.module.css'
import { Button } from '../controls/Button.tsx'
import { Icon, type IconName } from '../controls/Icon.tsx'
import { cx } from '../cx.ts'
import { isOutsideElement } from '../is-outside-element.ts'
import { useSize } from '../use-size.ts'
import styles from './Lightbox.module.css'
import type { ShownPicture } from './pictures.ts'
import { useZoom } from './use-zoom.ts'
import { type Box, contain } from './zoom.ts'

/** Largest initial enlargement of a small picture. */
const MAX_FIT_SCALE = 2
const MAX_SCALE = 8

/** A full-screen picture viewer with zoom. */
export function Lightbox({
  picture,
  alt,
  caption,
  actions,
  onClose,
}: {
  picture: ShownPicture
  alt: string
  caption?: ReactNode
  actions?: ReactNode
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const window = useSize(stage)
  /** The natural size of the image, known once it has loaded. */
  const [read, setRead] = useState<Box | null>(null)
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState(false)
  const natural = read ?? picture
  const fittedSize = window === null || window.width === 0 ? null : contain(natural, window, MAX_FIT_SCALE)
  const zoom = useZoom(window === null || fittedSize === null ? null : { window, picture: fittedSize, maxScale: MAX_SCALE }, stage, onClose)
  const { view } = zoom

  useLayoutEffect(() => {
    const box = dialog.current
    box?.showModal()
    return () => box?.close()
  }, [])

  const smaller = picture.sizes.at(-1)
  return (
    <dialog
      ref={dialog}
      className={styles.lightbox}
      aria-label={alt}
      onClose={event => event.target === dialog.current && onClose()}
      onKeyDown={event => {
        const here = event.target instanceof Element && event.target.closest('dialog') === dialog.current
        if (here && zoom.onKey(event)) event.preventDefault()
      }}
    >
      <div className={styles.inside}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the click is beside the picture, and Escape does the same */}
        <div
          ref={stage}
          className={cx(styles.stage, view.scale > 1 && styles.zoomed, zoom.held && styles.held)}
          {...zoom.hands}
          onClick={event => !zoom.moved() && (sheet.current === null || isOutsideElement(sheet.current, event)) && onClose()}
        >
          {fittedSize !== null && (
            <div
              ref={sheet}
              className={styles.sheet}
              style={{
                inlineSize: fittedSize.width,
                blockSize: fittedSize.height,
                transform: `translate(-50%, -50%) translate(${view.x}px, ${view.y + zoom.pulled}px) scale(${view.scale})`,
              }}
            >
              {picture.placeholder !== undefined && read === null && <img className={styles.layer} src={picture.placeholder} alt="" />}
              {smaller !== undefined && read === null && <img className={styles.layer} src={smaller.webp ?? smaller.url} alt="" />}
              <picture key={tries}>
                {picture.webp !== undefined && <source type="image/webp" srcSet={picture.webp} />}
                <img
                  className={cx(styles.layer, failed && styles.gone)}
                  src={picture.url}
                  alt={alt}
                  draggable={false}
                  onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setRead({ width, height })}
                  onError={() => setFailed(true)}
                />
              </picture>
            </div>
          )}
        </div>
        {failed && (
          <p className={cx(layout.stack3, styles.failed)} role="alert">
            {m.ui_lightbox_failed()}
            <Button
              onClick={() => {
                setFailed(false)
                setTries(tries + 1)
              }}
            >
              {m.ui_try_again()}
            </Button>
          </p>
        )}
        <div className={styles.close}>
          <Tool icon="close" label={m.ui_close()} onClick={onClose} />
        </div>
        <div className={styles.tools}>
          <Tool icon="minus" label={m.ui_lightbox_out()} off={view.scale === 1} onClick={zoom.zoomOut} />
          <Tool icon="fit" label={m.ui_lightbox_fit()} off={view.scale === 1} onClick={zoom.fit} />
          <Tool icon="plus" label={m.ui_lightbox_in()} off={view.scale === MAX_SCALE} onClick={zoom.zoomIn} />
        </div>
        <div className={cx(layout.line4, styles.foot)}>
          <div className={cx(layout.facts, styles.caption)}>
            {caption}
            <p className={cx(layout.quiet, styles.size)} role="status">
              {read !== null && `${read.width} × ${read.height}`}
            </p>
          </div>
          {actions}
        </div>
      </div>
    </dialog>
  )
}

function Tool({ icon, label, off = false, onClick }: { icon: IconName; label: string; off?: boolean; onClick: () => void }) {
  return (
    <button type="button" className={styles.tool} aria-label={label} title={label} aria-disabled={off || undefined} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
