import { z } from 'zod'

// Imported before anything else: zod would otherwise compile its checks with `new Function`, which the content
// security policy refuses.
z.config({ jitless: true })
