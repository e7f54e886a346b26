/* The chosen link: one choice for all pictures about a single link. */
(function (L) {
  'use strict';

  var chosen = null;
  var listeners = [];
  var from = document.getElementById('link-from');
  var to = document.getElementById('link-to');

  function options(select, values, selected) {
    select.replaceChildren.apply(select, values.map(function (value) {
      var option = L.element('option', '', value);
      option.value = value;
      return option;
    }));
    select.value = selected;
  }
  L.options = options;

  function targets(site) {
    return L.sites.filter(function (other) { return L.link(site, other) !== null; });
  }

  function fact(list, name, value) {
    list.appendChild(L.element('dt', '', name));
    list.appendChild(L.element('dd', '', value));
  }

  function limit(id) { return L.report.limit_words[id] || 'not identified'; }

  function sentence(text) {
    return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
  }

  function facts(link) {
    var list = document.getElementById('link-facts');
    list.replaceChildren();
    fact(list, 'Round trip', (L.present(link.rtt) ? L.millis(link.rtt) : 'not measured') + (L.present(link.rttP95) ? ' (95th percentile ' + L.millis(link.rttP95) + ')' : ''));
    fact(list, 'One stream', L.present(link.single) ? L.rate(link.single) + '; limit: ' + limit(link.singleLimit) : 'not measured');
    if (link.streams !== null) {
      fact(list, L.streams(link.streams), L.rate(link.multi) + '; limit: ' + limit(link.limit));
    }
    if (link.evidence.length) { fact(list, 'Evidence', link.evidence.map(sentence).join(' ')); }
    if (link.verdict) { fact(list, 'Verdict', (L.words[link.verdict.verdict] || link.verdict.verdict) + '. ' + link.verdict.why); }
  }

  L.chosen = function () { return chosen; };
  L.whenPicked = function (listener) { listeners.push(listener); };
  L.pick = function (link, scroll) {
    chosen = link;
    options(from, L.sites.filter(function (site) { return targets(site).length > 0; }), link.from);
    options(to, targets(link.from), link.to);
    document.getElementById('link-swap').disabled = L.link(link.to, link.from) === null;
    facts(link);
    if (scroll && window.location.hash !== L.address(link)) { window.history.replaceState(null, '', L.address(link)); }
    listeners.forEach(function (listener) { listener(link); });
    if (scroll) { document.getElementById('one-link').scrollIntoView({ block: 'start' }); }
  };

  /** Where the page shows this link: the part of its address after the file. */
  L.address = function (link) { return '#link=' + encodeURIComponent(link.from) + '~' + encodeURIComponent(link.to); };

  /** The link that the page's address names, or null. */
  L.addressed = function () {
    var ends = /^#link=([^~]*)~(.*)$/.exec(window.location.hash);
    try {
      return ends && L.link(decodeURIComponent(ends[1]), decodeURIComponent(ends[2]));
    } catch (malformed) {
      return null;
    }
  };
  window.addEventListener('hashchange', function () {
    var link = L.addressed();
    if (link) { L.pick(link, true); }
  });

  from.addEventListener('change', function () {
    L.pick(L.link(from.value, chosen.to) || L.link(from.value, targets(from.value)[0]));
    window.history.replaceState(null, '', L.address(chosen));
  });
  to.addEventListener('change', function () {
    L.pick(L.link(from.value, to.value));
    window.history.replaceState(null, '', L.address(chosen));
  });
  document.getElementById('link-swap').addEventListener('click', function () {
    var back = L.link(chosen.to, chosen.from);
    if (back) { L.pick(back); }
  });
  document.getElementById('link-choice').addEventListener('submit', function (event) { event.preventDefault(); });

  /** The first link worth looking at: one with a series and several numbers of streams, if any. */
  L.firstLink = function () {
    function worth(link) { return (link.series.length ? 2 : 0) + (link.rates.length > 1 ? 1 : 0); }
    return L.links.reduce(function (best, link) { return best === null || worth(link) > worth(best) ? link : best; }, null);
  };
})(Longhaul);
