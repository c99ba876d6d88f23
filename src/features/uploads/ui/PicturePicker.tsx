import { useEffect, useId, useRef, useState } from 'react'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FieldNotes } from '#platform/ui/form/FieldNotes.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { RESTRICTIONS } from '../rules.ts'
import { FileButton } from './FileButton.tsx'
import styles from './PicturePicker.module.css'
import { shrinkPicture } from './shrink.ts'
import { useObjectUrl } from './use-object-url.ts'

/** What became of the picture that was picked last. `preparing`: it is being scaled down. `failed`: that was not possible. `idle`: neither. */
export type PickState = 'idle' | 'preparing' | 'failed'

export interface PicturePickerProps {
  /** such as "Picture (optional)" */
  label: string
  hint?: string
  /** the picked picture, already small enough to be sent */
  file: File | null
  /** true while the picture is being sent, when it cannot be changed */
  busy?: boolean
  onFile(file: File | null): void
  /** Called when the state changes, after `onFile` for a picture that is ready. It has to be the same function in every render. */
  onState: (state: PickState) => void
}

/** Lets the user take a photo or choose a file, and scales it down to the size limit of score pictures before calling `onFile`. */
export function PicturePicker({ label, hint, file, busy = false, onFile, onState }: PicturePickerProps) {
  const id = useId()
  const [state, setState] = useState<PickState>('idle')
  const isShrinking = state === 'preparing'
  const [error, setError] = useState<string | null>(null)
  const inputRef = useRef<HTMLInputElement>(null)
  /** Number of the newest pick: results of older picks are ignored, and all of them after unmounting. */
  const attempt = useRef(0)
  useEffect(() => () => void attempt.current++, [])
  useEffect(() => {
    onState(state)
    return () => onState('idle')
  }, [state, onState])
  const url = useObjectUrl(file)

  const shrink = async (picked: File): Promise<void> => {
    const ownAttempt = ++attempt.current
    setState('preparing')
    setError(null)
    try {
      const small = await shrinkPicture(picked, { maxBytes: RESTRICTIONS.scorePicUpload.maxSize! })
      if (attempt.current !== ownAttempt) return
      onFile(small)
      setState('idle')
    } catch (problem) {
      if (attempt.current !== ownAttempt) return
      setError(errorMessage(problem))
      setState('failed')
    }
  }
  const notes = { hint: file === null && !isShrinking ? hint : undefined, error }
  const status = isShrinking ? m.uploads_making() : file === null ? '' : m.uploads_pick_ready()
  return (
    <fieldset className={layout.stack2} aria-busy={isShrinking || undefined}>
      <legend className={styles.label}>{label}</legend>
      <div className={cx(layout.line3, styles.row)} hidden={file === null && !isShrinking}>
        <span className={styles.preview}>
          {file !== null && url !== null && <img className={layout.image} src={url} alt={m.uploads_picked()} />}
        </span>
        <span className={styles.words} role="status">
          {status}
        </span>
        {file !== null && !isShrinking && (
          <Button
            kind="plain"
            disabled={busy}
            aria-label={m.uploads_take_away()}
            onClick={() => {
              onFile(null)
              inputRef.current?.focus()
            }}
          >
            {m.ui_remove()}
          </Button>
        )}
      </div>
      <div className={styles.actions}>
        <FileButton camera disabled={busy} describedBy={`${id}-hint`} onFile={picked => void shrink(picked)}>
          <Icon name="camera" />
          {file === null ? m.uploads_pick_camera() : m.uploads_pick_camera_again()}
        </FileButton>
        <FileButton inputRef={inputRef} disabled={busy} describedBy={`${id}-hint`} onFile={picked => void shrink(picked)}>
          <Icon name="picture" />
          {file === null ? m.uploads_pick_choose() : m.uploads_pick_choose_again()}
        </FileButton>
      </div>
      <FieldNotes id={id} {...notes} />
    </fieldset>
  )
}
