import { describe, expect, it } from 'vitest'
import type { SubscriptionSnapshot } from '#ddp/server/server.ts'
import { decode, type Json } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { bootJson } from './boot-json.ts'
import { PageParts, toUtf8 } from './page-parts.ts'

const decodeUtf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

describe('the parts of a document', () => {
  it('are in the places of their comments, in UTF-8, each as often as it is used', () => {
    const parts = new PageParts()
    const [one, two] = [parts.add(toUtf8('<b>Zoë</b>')), parts.add(toUtf8('…'))]
    expect(decodeUtf8(parts.encode(`<p>ü${one}${two}</p>${one}`))).toBe('<p>ü<b>Zoë</b>…</p><b>Zoë</b>')
    expect(decodeUtf8(parts.encode(two))).toBe('…')
    expect(decodeUtf8(new PageParts().encode('<p></p>'))).toBe('<p></p>')
  })
})

describe('the data for hydration', () => {
  const at = new Date(1_000)
  const fields = { name: '</script><!--part 0-->', at }
  const snapshot = (documents: SubscriptionSnapshot['documents'], error: unknown = null): SubscriptionSnapshot => ({
    name: 'machines.one',
    params: [{ machineId: '<' }],
    version: 'v',
    documents,
    error,
    sets: [],
  })
  const read = (snapshots: SubscriptionSnapshot[]): unknown => {
    const parts = new PageParts()
    const text = decodeUtf8(parts.encode(bootJson({ url: '/<' }, snapshots, parts)))
    expect(text).not.toContain('<')
    return decode(JSON.parse(text) as Json)
  }

  it('has all documents, and cannot end its script element', () => {
    const document = { collection: 'machines', id: 'm', fields }
    const expected = { name: 'machines.one', params: [{ machineId: '<' }], version: 'v', error: null, documents: [document, document] }
    expect(read([snapshot([document, document])])).toEqual({ url: '/<', snapshots: [expected] })
    expect(read([])).toEqual({ url: '/<', snapshots: [] })
  })

  it('tells documents with the same fields apart', () => {
    const documents = ['a', 'b'].flatMap(collection => ['m', 'n'].map(id => ({ collection, id, fields })))
    expect(read([snapshot(documents)])).toMatchObject({ snapshots: [{ documents }] })
  })

  it('has the error of a subscription that failed', () => {
    expect(read([snapshot([], new DdpError(404, 'There is none.'))])).toMatchObject({
      snapshots: [{ error: { error: 404, reason: 'There is none.' } }],
    })
  })
})
