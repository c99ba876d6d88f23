import { setActiveLocale } from '#platform/ui/format/locale.ts'

setActiveLocale('en')

export { shrinkPicture } from '#uploads/ui/shrink.ts'
