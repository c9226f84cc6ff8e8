import { describe, expect, test } from 'vitest';
import { isRobotsTxtUrl, robotsUrl, sameScope } from './urls.js';

describe('robotsUrl', () => {
  test.each([
    ['https://example.com/folder/page?query#fragment', 'https://example.com/robots.txt'],
    ['http://www.foo.com/welcome.html', 'http://www.foo.com/robots.txt'], // Koster 1996 §3.1
    ['http://www.bar.com:8001/', 'http://www.bar.com:8001/robots.txt'], // Koster 1996 §3.1
    ['https://user:secret@example.com/', 'https://example.com/robots.txt'],
    ['https://example.com:443/', 'https://example.com/robots.txt'],
    ['http://example.com:80', 'http://example.com/robots.txt'],
    ['ftp://example.com:21/a', 'ftp://example.com/robots.txt'],
    ['http://example.com:443/', 'http://example.com:443/robots.txt'],
    ['HTTPS://EXAMPLE.com/', 'https://example.com/robots.txt'],
    ['https://exämple.com/', 'https://xn--exmple-cua.com/robots.txt'],
    ['https://[::1]:8080/a', 'https://[::1]:8080/robots.txt'],
  ])('%s is governed by %s', (url, robots) => {
    expect(robotsUrl(url)).toBe(robots);
    expect(robotsUrl(new URL(url))).toBe(robots);
  });

  test.each(['', '/a', 'example.com', 'mailto:a@example.com', 'file:///robots.txt', 'https://', 'data:,a'])(
    'refuses %j',
    (url) => {
      expect(() => robotsUrl(url)).toThrow(TypeError);
      expect(() => robotsUrl(url)).toThrow(
        `url is ${JSON.stringify(url)}; an absolute http, https or ftp URL`,
      );
    },
  );
});

describe('isRobotsTxtUrl', () => {
  test.each([
    ['https://example.com/robots.txt', true],
    ['HTTP://user@Example.com:8080/robots.txt#part', true],
    ['ftp://[::1]/robots.txt', true],
    ['https://example.com/robots.txt?', false],
    ['https://example.com/robots.txt?from=a', false],
    ['https://example.com/ROBOTS.TXT', false],
    ['https://example.com/%72obots.txt', false],
    ['https://example.com/robots.txt/', false],
    ['https://example.com/project/robots.txt', false],
    ['https://example.com\\project/robots.txt', false],
    ['https://example.com/?/robots.txt', false],
    ['https:///robots.txt', false],
    ['/robots.txt', false],
  ])('%s: %s', (url, expected) => {
    expect(isRobotsTxtUrl(url)).toBe(expected);
  });
});

/** Google's page, "Examples of valid robots.txt URLs". */
describe('sameScope', () => {
  test.each([
    ['https://example.com/robots.txt', 'https://example.com/', true],
    ['https://example.com/robots.txt', 'https://example.com/folder/file', true],
    ['https://example.com/robots.txt', 'https://other.example.com/', false],
    ['https://example.com/robots.txt', 'http://example.com/', false],
    ['https://example.com/robots.txt', 'https://example.com:8181/', false],
    ['https://www.example.com/robots.txt', 'https://www.example.com/', true],
    ['https://www.example.com/robots.txt', 'https://example.com/', false],
    ['https://www.example.com/robots.txt', 'https://shop.www.example.com/', false],
    ['https://www.example.com/robots.txt', 'https://www.shop.example.com/', false],
    ['https://example.com/folder/robots.txt', 'https://example.com/', false],
    ['https://example.com/folder/robots.txt', 'https://example.com/folder/file', false],
    ['https://www.exämple.com/robots.txt', 'https://www.exämple.com/', true],
    ['https://www.exämple.com/robots.txt', 'https://www.xn--exmple-cua.com/', true],
    ['https://www.exämple.com/robots.txt', 'https://www.example.com/', false],
    ['ftp://example.com/robots.txt', 'ftp://example.com/', true],
    ['ftp://example.com/robots.txt', 'https://example.com/', false],
    ['https://212.96.82.21/robots.txt', 'https://212.96.82.21/', true],
    ['https://212.96.82.21/robots.txt', 'https://example.com/', false],
    ['https://example.com:443/robots.txt', 'https://example.com:443/', true],
    ['https://example.com:443/robots.txt', 'https://example.com/', true],
    ['https://example.com:443/robots.txt', 'https://example.com:444/', false],
    ['https://example.com:8181/robots.txt', 'https://example.com:8181/', true],
    ['https://example.com:8181/robots.txt', 'https://example.com/', false],
  ])('the rules of %s for %s: %s', (robotsTxtUrl, url, expected) => {
    expect(sameScope(robotsTxtUrl, url)).toBe(expected);
    expect(sameScope(new URL(robotsTxtUrl), new URL(url))).toBe(expected);
  });

  // departs from Google's page, "Examples of valid robots.txt URLs": for www.exämple.com the table also lists xn--exmple-cua.com as valid, which has no
  // "www." and so is another host by the table's own row on subdomains
  test('www.exämple.com is not xn--exmple-cua.com', () => {
    expect(sameScope('https://www.exämple.com/robots.txt', 'https://xn--exmple-cua.com/')).toBe(false);
  });

  test('any URL of a site names the robots.txt that governs it', () => {
    expect(sameScope('https://example.com/folder/file', 'https://example.com/')).toBe(true);
    expect(sameScope('https://example.com/', 'https://example.com/folder/robots.txt')).toBe(true);
    expect(sameScope('https://example.com/no-robots.txt', 'https://example.com/')).toBe(true);
  });

  test('names the argument that it refuses', () => {
    expect(() => sameScope('/robots.txt', 'https://example.com/')).toThrow('robotsTxtUrl is "/robots.txt"; ');
    expect(() => sameScope('https://example.com/', 'example.com')).toThrow('url is "example.com"; ');
    // @ts-expect-error not a URL
    expect(() => sameScope('https://example.com/', null)).toThrow('url is null; ');
  });
});
