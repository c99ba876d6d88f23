import { type ReactNode, type Ref, use } from 'react'
import { cx } from '#platform/ui/cx.ts'
import { CameraContext } from './camera-context.ts'
import styles from './FileButton.module.css'

/** A browser's file input styled as a button. @param camera asks for a new photo on devices that have a camera */
export function FileButton(props: {
  camera?: boolean
  primary?: boolean
  disabled?: boolean
  describedBy?: string | undefined
  inputRef?: Ref<HTMLInputElement>
  onFile: (file: File) => void
  children: ReactNode
}) {
  const takePhoto = use(CameraContext)
  return (
    <label className={cx(styles.button, props.primary && styles.primary, props.camera && styles.camera)}>
      {props.children}
      <input
        ref={props.inputRef}
        className={styles.input}
        type="file"
        accept={props.camera ? 'image/*' : 'image/*,.heic,.heif'}
        capture={props.camera ? 'environment' : undefined}
        disabled={props.disabled}
        aria-describedby={props.describedBy}
        onClick={event => {
          if (!props.camera || takePhoto === null) return
          event.preventDefault()
          void takePhoto().then(photo => photo && props.onFile(photo))
        }}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) props.onFile(file)
        }}
      />
    </label>
  )
}
