import { expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const text = 'name\nMüller; Ærø'

it.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
  ['Windows-1252', Buffer.from(text, 'latin1')],
  ['UTF-16, as programs of Windows write it', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 with the other order of bytes', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
])('a file in %s is read as it was written', (_, bytes) => expect(decodeText(new Uint8Array(bytes).buffer)).toBe(text))
