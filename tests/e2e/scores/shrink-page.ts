import { setActiveLocale } from '../../../src/platform/ui/format/locale.ts'

setActiveLocale('en')

export { shrinkPicture } from '../../../src/features/uploads/ui/shrink.ts'
