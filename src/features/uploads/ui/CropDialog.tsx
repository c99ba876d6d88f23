import { useRef } from 'react'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { cx } from '#platform/ui/cx.ts'
import { plainDecimal } from '#platform/ui/format/ssr-format.ts'
import { useZoom } from '#platform/ui/pictures/use-zoom.ts'
import { cover } from '#platform/ui/pictures/zoom.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { useSize } from '#platform/ui/use-size.ts'
import styles from './CropDialog.module.css'
import { computeCrop, computeMaxZoom } from './crop.ts'
import type { OpenedPicture } from './shrink.ts'
import type { Crop } from './shrink-plan.ts'

/** The shape that a picture is cropped to. `wide`: 4:3, as backglasses are shown; `free`: the picture is not cropped. */
export type PictureShape = 'round' | 'square' | 'wide' | 'free'

/** The smallest side of the cropped part, in pixels. */
const MIN_PIXELS = 240

export interface CropDialogProps {
  picture: OpenedPicture
  shape: PictureShape
  /** @param crop undefined: the whole picture */
  onUse(crop: Crop | undefined): void
  onClose(): void
}

/** Asks the user which part of a picture to use. */
export function CropDialog(props: CropDialogProps) {
  return props.shape === 'free' ? <WholePicture {...props} /> : <PicturePart {...props} shape={props.shape} />
}

function WholePicture({ picture, onUse, onClose }: CropDialogProps) {
  return (
    <Dialog
      open
      title={m.uploads_crop_whole()}
      dismiss={m.ui_cancel()}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={() => onUse(undefined)}>
          {m.uploads_crop_use()}
        </Button>
      }
    >
      <img className={styles.whole} src={picture.url} alt={m.uploads_picked()} width={picture.size.width} height={picture.size.height} />
    </Dialog>
  )
}

function PicturePart({ picture, shape, onUse, onClose }: CropDialogProps & { shape: Exclude<PictureShape, 'free'> }) {
  const stage = useRef<HTMLDivElement>(null)
  const window = useSize(stage)
  const fittedSize = window === null ? null : cover(picture.size, window)
  const maxZoom = computeMaxZoom(picture.size, MIN_PIXELS)
  const zoom = useZoom(window === null || fittedSize === null ? null : { window, picture: fittedSize, maxScale: maxZoom }, stage)
  const { view } = zoom
  return (
    <Dialog
      open
      title={m.uploads_crop_part()}
      isDirty={view.scale !== 1 || view.x !== 0 || view.y !== 0}
      dismiss={m.ui_cancel()}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={() => window !== null && onUse(computeCrop(picture.size, window, view))}>
          {m.uploads_crop_use()}
        </Button>
      }
    >
      <div className={cx(layout.stack3, styles.crop)}>
        <section
          ref={stage}
          className={cx(styles.stage, shape === 'wide' && styles.wide, zoom.held && styles.held)}
          aria-label={m.uploads_crop_stage()}
          onKeyDown={event => {
            if (zoom.onKey(event)) event.preventDefault()
          }}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the focus because arrow keys move the picture in it
          tabIndex={0}
          {...zoom.hands}
        >
          {fittedSize !== null && (
            <img
              className={styles.picture}
              src={picture.url}
              alt=""
              draggable={false}
              style={{
                inlineSize: fittedSize.width,
                blockSize: fittedSize.height,
                transform: `translate(-50%, -50%) translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
              }}
            />
          )}
          <span className={cx(styles.mask, shape === 'round' && styles.round)} />
        </section>
        <label className={cx(layout.line3, layout.strong, styles.zoom)}>
          {m.uploads_crop_zoom()}
          <input
            type="range"
            min={1}
            max={maxZoom}
            step={0.01}
            value={view.scale}
            aria-valuetext={m.uploads_crop_times({ n: plainDecimal(view.scale, 1) })}
            disabled={maxZoom === 1}
            onChange={event => zoom.to(Number(event.target.value))}
          />
        </label>
        <p className={layout.quiet}>{m.uploads_crop_drag()}</p>
      </div>
    </Dialog>
  )
}
