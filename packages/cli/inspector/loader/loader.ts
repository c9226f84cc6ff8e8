/** What runs before the page's first chunk. */
import './trusted-urls.js';
import './chunks.js';
