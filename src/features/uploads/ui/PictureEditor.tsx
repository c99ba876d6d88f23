import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import type { Ejson } from '../../../ddp/wire/ejson.ts'
import { errorMessage } from '../../../platform/live/hooks.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { Icon } from '../../../platform/ui/controls/Icon.tsx'
import { VisuallyHidden } from '../../../platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '../../../platform/ui/cx.ts'
import { FormError } from '../../../platform/ui/form/FormError.tsx'
import { renderMessage } from '../../../platform/ui/format/rich-message.tsx'
import { Thumbnail } from '../../../platform/ui/pictures/Thumbnail.tsx'
import type { UploadedPicture } from '../contract.ts'
import { RESTRICTIONS, type UploadKind } from '../rules.ts'
import { CropDialog, type PictureShape } from './CropDialog.tsx'
import { FileButton } from './FileButton.tsx'
import styles from './PictureEditor.module.css'
import { type OpenedPicture, openPicture, shrinkPicture } from './shrink.ts'
import type { Crop } from './shrink-plan.ts'
import { UploadProgress } from './UploadProgress.tsx'
import { useObjectUrl } from './use-object-url.ts'
import { sendingSentence, useUpload } from './use-upload.ts'

export interface PictureEditorProps {
  kind: UploadKind
  /** sent with the upload request to say what the picture is for, such as `{ groupId }` */
  context?: { [key: string]: Ejson }
  /** such as "Your picture" */
  label: string
  shape: PictureShape
  current?: UploadedPicture | undefined
  /** shown while there is no picture */
  fallback: ReactNode
  /** attaches the finished upload with this key */
  onReady(key: string): Promise<void>
  onRemove?: (() => Promise<void>) | undefined
}

/** The step under way. `looking`: the upload is attached, but the server has not processed it yet. */
type Work = { step: 'making' | 'removing' } | { step: 'sending' | 'stopped' | 'looking'; file: File; before: string | undefined }

/** The longest side that a round or square picture may have when it is sent, in pixels. */
const PART_SIDE = 1024
/** If processing on the server takes longer than this (ms), the user is told that it takes long. */
const LONG_MS = 30_000

/**
 * Shows a picture and lets the user change it: choose a file, crop it, scale it
 * down and send it. Other users see it once the server has processed it.
 */
export function PictureEditor({ kind, context, label, shape, current, fallback, onReady, onRemove }: PictureEditorProps) {
  const upload = useUpload(kind)
  const [opened, setOpened] = useState<{ file: File; picture: OpenedPicture } | null>(null)
  const [work, setWork] = useState<Work | null>(null)
  const [error, setError] = useState<string | null>(null)
  const choose = useRef<HTMLInputElement>(null)
  useEffect(() => () => opened?.picture.close(), [opened])

  const arrived = work?.step === 'looking' && current !== undefined && current.url !== work.before
  const waiting = work?.step === 'looking' && !arrived
  const long = useLong(waiting)
  const draft = useObjectUrl(work !== null && 'file' in work && !arrived ? work.file : null)
  const busy = work?.step === 'making' || work?.step === 'removing' || work?.step === 'sending'

  const open = async (file: File): Promise<void> => {
    setError(null)
    try {
      setOpened({ file, picture: await openPicture(file) })
    } catch (problem) {
      setError(errorMessage(problem))
    }
  }
  const send = async (file: File): Promise<void> => {
    const before = current?.url
    setError(null)
    setWork({ step: 'sending', file, before })
    try {
      await onReady(await upload.send(file, context ?? null))
      setWork({ step: 'looking', file, before })
    } catch (problem) {
      setError(sendingSentence(problem))
      setWork({ step: 'stopped', file, before })
    }
  }
  const use = async (file: File, crop: Crop | undefined): Promise<void> => {
    setOpened(null)
    setWork({ step: 'making' })
    try {
      const maxBytes = RESTRICTIONS[kind].maxSize!
      await send(await shrinkPicture(file, { maxBytes, crop, ...(shape === 'round' || shape === 'square' ? { maxSide: PART_SIDE } : {}) }))
    } catch (problem) {
      setError(errorMessage(problem))
      setWork(null)
    }
  }
  const remove = async (): Promise<void> => {
    setError(null)
    setWork({ step: 'removing' })
    choose.current?.focus()
    try {
      await onRemove?.()
    } catch (problem) {
      setError(errorMessage(problem))
    } finally {
      setWork(null)
    }
  }

  const shown = current?.sizes.find(size => size.width >= 320) ?? current?.sizes.at(-1)
  const sending = work?.step === 'sending' || work?.step === 'stopped'
  return (
    <fieldset className={styles.editor} aria-busy={busy || undefined}>
      <legend className={styles.label}>{label}</legend>
      <div className={cx(styles.picture, styles[shape])}>
        {draft !== null ? (
          <img className={styles.image} src={draft} alt={m.uploads_edit_draft()} />
        ) : shown !== undefined ? (
          <Thumbnail className={styles.image} picture={shown} alt={m.uploads_edit_current()} fallback={fallback} />
        ) : (
          fallback
        )}
      </div>
      <div className={styles.side}>
        <div className={styles.ways}>
          <FileButton inputRef={choose} disabled={busy} onFile={file => void open(file)}>
            <Icon name="picture" />
            <span>
              {renderMessage(current === undefined ? m.uploads_edit_choose() : m.uploads_edit_change(), {
                rest: text => <VisuallyHidden>{text}</VisuallyHidden>,
              })}
            </span>
          </FileButton>
          {current !== undefined && onRemove !== undefined && (
            <Button kind="plain" disabled={busy} aria-label={m.uploads_take_away()} onClick={() => void remove()}>
              {m.uploads_remove()}
            </Button>
          )}
        </div>
        <p className={styles.words} role="status">
          {work?.step === 'making' && m.uploads_making()}
          {waiting && (long ? m.uploads_edit_long() : m.uploads_edit_looking())}
          {arrived && m.uploads_edit_arrived()}
        </p>
        {sending ? (
          <UploadProgress
            status={work.step === 'stopped' && upload.status === 'done' ? 'failed' : upload.status}
            progress={upload.progress}
            error={error}
            onCancel={upload.abort}
            onRetry={() => void send(work.file)}
          />
        ) : (
          <FormError message={error} />
        )}
      </div>
      {opened !== null && (
        <CropDialog picture={opened.picture} shape={shape} onUse={crop => void use(opened.file, crop)} onClose={() => setOpened(null)} />
      )}
    </fieldset>
  )
}

/** True if `going` has been true for at least `LONG_MS`. */
function useLong(going: boolean): boolean {
  const [long, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (!going) return
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [going])
  return long
}
