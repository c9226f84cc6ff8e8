/** The core's tests in a real browser. `ROBOTSTREAM_CHROMIUM` names the browser where it is not Debian's. */
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { SOURCE_ALIASES } from './scripts/packages.mjs';
import { CHROMIUM, CHROMIUM_FLAGS } from './test/support/chromium.js';
import { HUNG_AFTER_MS } from './test/support/hung.js';
import { propertySettings } from './test/support/property-settings.js';
import { coreTests } from './vitest.config.js';

export default defineConfig({
  resolve: { alias: SOURCE_ALIASES },
  // Found before the first test, so that no run is reloaded halfway.
  optimizeDeps: { include: ['fast-check'] },
  test: {
    ...coreTests,
    isolate: false,
    provide: { effort: 'quick', property: propertySettings(1_000) },
    testTimeout: HUNG_AFTER_MS,
    hookTimeout: HUNG_AFTER_MS,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      connectTimeout: HUNG_AFTER_MS,
      provider: playwright({
        launchOptions: {
          executablePath: CHROMIUM,
          args: ['--headless', ...CHROMIUM_FLAGS],
          timeout: HUNG_AFTER_MS,
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
