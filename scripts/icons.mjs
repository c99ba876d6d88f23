import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { root } from './build.mjs'

/** Draws the icons of the installed app from public/icon.svg. Run it by hand after a change of that file. */
const drawing = readFileSync(join(root, 'public/icon.svg'), 'utf8')
const inside = drawing.replace(/^<svg[^>]*>|<\/svg>\s*$|<rect[^>]*\/>/g, '')
/** A maskable icon, which the system crops: the background fills the canvas, and the drawing is within its middle four fifths. */
const full = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#241809"/><g transform="translate(16 16) scale(.72) translate(-15.5 -16)">${inside}</g></svg>`

for (const [name, svg, width] of [
  ['192.png', drawing, 192],
  ['512.png', drawing, 512],
  ['maskable-512.png', full, 512],
  ['apple-180.png', full, 180],
]) {
  const picture = new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render()
  writeFileSync(join(root, 'public/icons', name), picture.asPng())
}
