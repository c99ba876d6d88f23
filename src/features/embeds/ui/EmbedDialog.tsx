import { useId, useRef, useState } from 'react'
import * as m from '#messages'
import { LOCALES, type Locale } from '#platform/text/locales.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { SegmentedControl } from '#platform/ui/controls/SegmentedControl.tsx'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { ENDONYMS } from '#platform/ui/format/locale.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { LocalLinkNotice } from '#platform/ui/sharing/LocalLinkNotice.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import settings from '#settings/ui/settings.module.css'
import { type EmbedKind, type EmbedLook, type EmbedTheme, embedCode, embedHeight, embedPath, USUAL_EMBED_ROWS } from '../rules.ts'

/** What an accent may be, with the sign that its parameter leaves out. */
const COLOUR = /^#[\da-f]{6}$/i
/** The accent of a site that has chosen none. */
const USUAL_COLOUR = '#ffb02e'
const ROWS = [3, 5, 8, 10, 15, 20].map(String)

/** Shows how a board, standings or a venue look on a page of another site, and the code and the address by which they get there. */
export function EmbedDialog({ kind, id, name, onClose }: { kind: EmbedKind; id: string; name: string; onClose: () => void }) {
  const [theme, setTheme] = useState<EmbedTheme>('auto')
  const [rows, setRows] = useState(String(USUAL_EMBED_ROWS))
  const [isTransparent, setIsTransparent] = useState(false)
  const [colour, setColour] = useState('')
  const [locale, setLocale] = useState<Locale | ''>('')
  const preview = useId()
  const accent = COLOUR.test(colour.trim()) ? colour.trim().toLowerCase() : null
  // What the dialog chooses for embeds and overlays alike.
  const common: Partial<EmbedLook> = { accent, locale: locale === '' ? null : locale }
  const look: Partial<EmbedLook> = { ...common, ...(theme === 'auto' ? {} : { theme }), rows: Number(rows), isTransparent }
  const path = embedPath({ kind, id }, look)
  const height = embedHeight(kind, Number(rows))
  const absolute = (to: string): string => new URL(to, document.baseURI).href
  // Without a theme an overlay is dark, whatever the computer that sends the picture prefers.
  const overlay = embedPath({ kind, id }, { ...common, ...(theme === 'light' ? { theme } : {}), rows: Math.min(Number(rows), 15) }, true)
  return (
    <Dialog open title={m.embeds_title({ name })} isDirty={false} onClose={onClose}>
      <div className={layout.stack4}>
        <p className={layout.muted}>{m.embeds_words()}</p>
        <LocalLinkNotice />
        <div className={layout.stack1}>
          <span className={layout.strong} aria-hidden="true">
            {m.embeds_theme()}
          </span>
          <SegmentedControl
            label={m.embeds_theme()}
            value={theme}
            choices={[
              { value: 'auto', label: m.embeds_theme_auto() },
              { value: 'light', label: m.embeds_theme_light() },
              { value: 'dark', label: m.embeds_theme_dark() },
            ]}
            onChange={setTheme}
          />
        </div>
        <Select
          label={m.embeds_rows()}
          value={rows}
          choices={ROWS.map(value => ({ value, label: plainNumber(value) }))}
          onChange={setRows}
        />
        <Select
          label={m.embeds_language()}
          value={locale}
          choices={[{ value: '', label: m.embeds_language_auto() }, ...LOCALES.map(value => ({ value, label: ENDONYMS[value] }))]}
          onChange={setLocale}
        />
        <TextField
          label={m.embeds_accent()}
          hint={m.embeds_accent_hint()}
          error={accent === null && colour.trim() !== '' ? m.embeds_accent_wrong() : undefined}
          dir="ltr"
          placeholder={USUAL_COLOUR}
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          value={colour}
          onChange={({ target }) => setColour(target.value)}
          beside={
            <input
              className={settings.colour}
              type="color"
              aria-label={m.embeds_accent_pick()}
              value={accent ?? USUAL_COLOUR}
              onChange={({ target }) => setColour(target.value)}
            />
          }
        />
        <Checkbox label={m.embeds_transparent()} checked={isTransparent} onChange={setIsTransparent} />
        {canPreview() && (
          <section className={layout.stack1} aria-labelledby={preview}>
            <h3 id={preview}>{m.embeds_preview()}</h3>
            {/* Another key makes another frame: one whose address changes would put each choice into the history. */}
            <iframe key={path} src={path} title={m.embeds_preview()} width="100%" height={Math.min(height, 380)} frameBorder="0" />
          </section>
        )}
        <Copied
          label={m.embeds_code()}
          hint={m.embeds_code_hint()}
          text={embedCode({ url: absolute(path), title: name, width: '100%', height })}
          lines={4}
          action={m.embeds_copy_code()}
          done={m.embeds_code_copied()}
        />
        <Copied
          label={m.embeds_overlay()}
          hint={m.embeds_overlay_hint()}
          text={absolute(overlay)}
          lines={2}
          action={m.embeds_copy_overlay()}
          done={m.embeds_overlay_copied()}
        />
      </div>
    </Dialog>
  )
}

/** False in the app on phones, whose pages lie on the device and may not show a frame of the site. */
const canPreview = (): boolean => new URL(document.baseURI).origin === location.origin

interface CopiedProps {
  label: string
  hint: string
  text: string
  lines: number
  action: string
  done: string
}

/** A text to be copied, with a button that says that it was. */
function Copied({ label, hint, text, lines, action, done }: CopiedProps) {
  const [copied, setCopied] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const copy = async (): Promise<void> => {
    setError(null)
    try {
      await navigator.clipboard.writeText(text)
      setCopied(text)
    } catch {
      box.current?.querySelector('textarea')?.select()
      setError(m.embeds_copy_failed())
    }
  }
  return (
    <div ref={box} className={layout.stack2}>
      <TextArea
        label={label}
        hint={hint}
        rows={lines}
        value={text}
        dir="ltr"
        spellCheck={false}
        readOnly
        onFocus={event => event.currentTarget.select()}
      />
      {/* What was copied is no longer what is shown once something else is chosen. */}
      <div>
        <Button kind="primary" aria-live="polite" onClick={() => void copy()}>
          {copied === text ? done : action}
        </Button>
      </div>
      <FormError message={error} />
    </div>
  )
}
