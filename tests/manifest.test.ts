import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { matchPage } from '#app/route-table.tsx'
import { htmlDocument } from '#platform/render/html-document.ts'

interface Icon {
  src: string
  sizes: string
  type: string
  purpose?: string
}
const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as {
  [name: string]: unknown
  icons: Icon[]
  shortcuts: { name: string; url: string; icons: Icon[] }[]
}
const tokens = readFileSync('src/platform/ui/styles/tokens.css', 'utf8')
const grounds = [...tokens.matchAll(/--bg: (#\w+);/g)].map(found => found[1]!)

describe('the manifest', () => {
  it('says what browsers ask of a site that can be installed', () => {
    expect(manifest).toMatchObject({ id: '/', name: 'Skillshot', start_url: '/', scope: '/', display: 'standalone' })
    expect((manifest.short_name as string).length).toBeLessThanOrEqual(12)
    expect(manifest).not.toHaveProperty('prefer_related_applications')
    const plain = manifest.icons.filter(({ purpose }) => purpose === undefined).map(({ sizes }) => sizes)
    expect(plain).toEqual(expect.arrayContaining(['192x192', '512x512', 'any']))
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  })

  it('has the colours of the look, and so do the pages', () => {
    expect(grounds).toHaveLength(2)
    expect([manifest.theme_color, manifest.background_color]).toEqual([grounds[0], grounds[0]])
    const versions = { version: '', versionRefreshable: '', versionNonRefreshable: '' }
    const assets = { versions, start: '', script: '', styles: [], preload: [], modules: new Map() }
    const html = htmlDocument({
      siteName: 'Skillshot',
      address: '',
      path: '/',
      locale: 'en',
      title: '',
      description: '',
      html: '',
      boot: '{}',
      module: null,
      assets,
    })
    expect([...html.matchAll(/theme-color" media="[^"]+" content="(#\w+)"/g)].map(found => found[1])).toEqual(grounds)
  })

  it('names pictures that are there, as big and of the kind that it says', async () => {
    for (const { src, sizes, type } of [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)]) {
      const file = `public${src}`
      expect([file, existsSync(file)]).toEqual([file, true])
      const { width, height, format } = await sharp(file).metadata()
      expect([src, `image/${format}`.replace('svg', 'svg+xml')]).toEqual([src, type])
      if (sizes !== 'any') expect([src, `${width}x${height}`]).toEqual([src, sizes])
    }
  })

  it('fills a maskable icon to its edges, and keeps the drawing within the middle four fifths', async () => {
    const { data, info } = await sharp('public/icons/maskable-512.png').ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const ground = data.subarray(0, 4).toString('hex')
    expect(ground).toBe('241809ff')
    const outside: string[] = []
    for (let y = 0; y < info.height; y++)
      for (let x = 0; x < info.width; x++) {
        const at = (y * info.width + x) * 4
        const far = Math.hypot(x - 256, y - 256) > 512 * 0.4
        if (far && data.subarray(at, at + 4).toString('hex') !== ground) outside.push(`${x},${y}`)
      }
    expect(outside).toEqual([])
  })

  it('leads only to pages', () => {
    for (const path of [manifest.start_url as string, ...manifest.shortcuts.map(({ url }) => url)]) expect(matchPage(path)?.url).toBe(path)
  })
})
