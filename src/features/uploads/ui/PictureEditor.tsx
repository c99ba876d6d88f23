import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Ejson } from '#ddp/wire/ejson.ts'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { Thumbnail } from '#platform/ui/pictures/Thumbnail.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { UploadedPicture } from '../contract.ts'
import { RESTRICTIONS, type UploadKind } from '../rules.ts'
import { CropDialog, type PictureShape } from './CropDialog.tsx'
import { FileButton } from './FileButton.tsx'
import styles from './PictureEditor.module.css'
import { type OpenedPicture, openPicture, shrinkPicture } from './shrink.ts'
import type { Crop } from './shrink-plan.ts'
import { UploadProgress } from './UploadProgress.tsx'
import { useObjectUrl } from './use-object-url.ts'
import { uploadErrorMessage, useUpload } from './use-upload.ts'

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
type Step = { step: 'making' | 'removing' } | { step: 'sending' | 'stopped' | 'looking'; file: File; previousUrl: string | undefined }

/** The longest side that a round or square picture may have when it is sent, in pixels. */
const MAX_SIDE = 1024
/** If processing on the server takes longer than this (ms), the user is told that it takes long. */
const SLOW_MS = 30_000

/**
 * Shows a picture and lets the user change it: choose a file, crop it, scale it
 * down and send it. Other users see it once the server has processed it.
 */
export function PictureEditor({ kind, context, label, shape, current, fallback, onReady, onRemove }: PictureEditorProps) {
  const upload = useUpload(kind)
  const [openedPicture, setOpenedPicture] = useState<{ file: File; picture: OpenedPicture } | null>(null)
  const [step, setStep] = useState<Step | null>(null)
  const [error, setError] = useState<string | null>(null)
  const inputRef = useRef<HTMLInputElement>(null)
  useEffect(() => () => openedPicture?.picture.close(), [openedPicture])

  const hasArrived = step?.step === 'looking' && current !== undefined && current.url !== step.previousUrl
  const isWaiting = step?.step === 'looking' && !hasArrived
  const isSlow = useIsSlow(isWaiting)
  const draftUrl = useObjectUrl(step !== null && 'file' in step && !hasArrived ? step.file : null)
  const busy = step?.step === 'making' || step?.step === 'removing' || step?.step === 'sending'

  const open = async (file: File): Promise<void> => {
    setError(null)
    try {
      setOpenedPicture({ file, picture: await openPicture(file) })
    } catch (problem) {
      setError(errorMessage(problem))
    }
  }
  const send = async (file: File): Promise<void> => {
    const previousUrl = current?.url
    setError(null)
    setStep({ step: 'sending', file, previousUrl })
    try {
      await onReady(await upload.send(file, context ?? null))
      setStep({ step: 'looking', file, previousUrl })
    } catch (problem) {
      setError(uploadErrorMessage(problem))
      setStep({ step: 'stopped', file, previousUrl })
    }
  }
  const shrinkAndSend = async (file: File, crop: Crop | undefined): Promise<void> => {
    setOpenedPicture(null)
    setStep({ step: 'making' })
    try {
      const maxBytes = RESTRICTIONS[kind].maxSize!
      await send(await shrinkPicture(file, { maxBytes, crop, ...(shape === 'round' || shape === 'square' ? { maxSide: MAX_SIDE } : {}) }))
    } catch (problem) {
      setError(errorMessage(problem))
      setStep(null)
    }
  }
  const remove = async (): Promise<void> => {
    setError(null)
    setStep({ step: 'removing' })
    inputRef.current?.focus()
    try {
      await onRemove?.()
    } catch (problem) {
      setError(errorMessage(problem))
    } finally {
      setStep(null)
    }
  }

  const shown = current?.sizes.find(size => size.width >= 320) ?? current?.sizes.at(-1)
  const sending = step?.step === 'sending' || step?.step === 'stopped'
  return (
    <fieldset className={styles.editor} aria-busy={busy || undefined}>
      <legend className={layout.legend}>{label}</legend>
      <div className={cx(styles.picture, styles[shape])}>
        {draftUrl !== null ? (
          <img className={cx(layout.image, styles.image)} src={draftUrl} alt={m.uploads_edit_draft()} />
        ) : shown !== undefined ? (
          <Thumbnail className={cx(layout.image, styles.image)} picture={shown} alt={m.uploads_edit_current()} fallback={fallback} />
        ) : (
          fallback
        )}
      </div>
      <div className={layout.stack2}>
        <div className={layout.row2}>
          <FileButton inputRef={inputRef} disabled={busy} onFile={file => void open(file)}>
            <Icon name="picture" />
            <span>
              {renderMessage(current === undefined ? m.uploads_edit_choose() : m.uploads_edit_change(), {
                rest: text => <VisuallyHidden>{text}</VisuallyHidden>,
              })}
            </span>
          </FileButton>
          {current !== undefined && onRemove !== undefined && (
            <Button kind="plain" disabled={busy} aria-label={m.uploads_take_away()} onClick={() => void remove()}>
              {m.ui_remove()}
            </Button>
          )}
        </div>
        <p className={cx(layout.quiet, styles.words)} role="status">
          {step?.step === 'making' && m.uploads_making()}
          {isWaiting && (isSlow ? m.uploads_edit_long() : m.uploads_edit_looking())}
          {hasArrived && m.uploads_edit_arrived()}
        </p>
        {sending ? (
          <UploadProgress
            status={step.step === 'stopped' && upload.status === 'done' ? 'failed' : upload.status}
            progress={upload.progress}
            error={error}
            onCancel={upload.abort}
            onRetry={() => void send(step.file)}
          />
        ) : (
          <FormError message={error} />
        )}
      </div>
      {openedPicture !== null && (
        <CropDialog
          picture={openedPicture.picture}
          shape={shape}
          onUse={crop => void shrinkAndSend(openedPicture.file, crop)}
          onClose={() => setOpenedPicture(null)}
        />
      )}
    </fieldset>
  )
}

/** True if `isRunning` has been true for at least `SLOW_MS`. */
function useIsSlow(isRunning: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (!isRunning) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [isRunning])
  return isSlow
}
