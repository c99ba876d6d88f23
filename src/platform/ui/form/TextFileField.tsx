import { decodeText } from './decode-text.ts'
import { FileField, type FileFieldProps } from './FileField.tsx'

export interface TextFileFieldProps extends Omit<FileFieldProps, 'onFiles'> {
  /** A larger file is not read. */
  maxBytes: number
  /** takes the text of the chosen file; null: it is too large, or cannot be read. Several are taken one after the other */
  onFile: (text: string | null, name: string) => void
}

/** A button that opens the chooser for a file of text. */
export function TextFileField({ maxBytes, onFile, ...field }: TextFileFieldProps) {
  return (
    <FileField
      {...field}
      onFiles={async files => {
        for (const file of files) onFile(file.size > maxBytes ? null : await file.arrayBuffer().then(decodeText, () => null), file.name)
      }}
    />
  )
}
