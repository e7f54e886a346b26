/* Sites by longitude and latitude on a plain graticule, with the links that leave one of them. */
(function (L) {
  'use strict';

  var select = document.getElementById('map-site');
  var placed = L.sites.filter(function (site) { return L.report.places[site]; });

  function at(site) { var place = L.report.places[site]; return [place.lon, place.lat]; }

  function leaving(site) {
    return L.links.filter(function (link) { return (site === '' || link.from === site) && L.report.places[link.from] && L.report.places[link.to]; });
  }

  function best(link) { return L.present(link.multi) ? link.multi : link.single; }

  function degrees(positive, negative) {
    return function (v) { return v === 0 ? '0°' : Math.abs(v) + '° ' + (v > 0 ? positive : negative); };
  }

  function option(base) {
    if (!placed.length) { return ''; }
    var links = leaving(select.value).filter(function (link) { return L.present(best(link)); });
    var rates = links.map(best);
    var latitudes = placed.map(function (site) { return L.report.places[site].lat; });
    base.grid = { left: 56, right: 32, top: 36, bottom: 30 };
    base.legend = Object.assign(base.legend, { top: 0, data: L.providers.concat(['link']).slice(0, L.providers.length) });
    base.xAxis = L.axis({ type: 'value', min: -180, max: 180, interval: 30, axisLabel: { color: L.colour('muted'), formatter: degrees('E', 'W') } });
    base.yAxis = L.axis({ type: 'value', min: Math.min(-45, Math.floor(Math.min.apply(null, latitudes) / 15) * 15), max: Math.max(75, Math.ceil(Math.max.apply(null, latitudes) / 15) * 15), interval: 15, axisLabel: { color: L.colour('muted'), formatter: degrees('N', 'S') } });
    var low = Math.min.apply(null, rates), high = Math.max.apply(null, rates);
    base.tooltip.formatter = function (item) {
      if (item.data.link) { return L.linkTip(item.data.link); }
      return item.data.site ? '<b>' + L.escape(item.data.site) + '</b><br>' + L.escape(L.report.places[item.data.site].name) : '';
    };
    base.series = [{
      name: 'links', type: 'lines', coordinateSystem: 'cartesian2d', z: 1, progressive: 0, silent: links.length > 400,
      data: links.map(function (link) {
        var share = high > low ? (best(link) - low) / (high - low) : 1;
        return {
          coords: [at(link.from), at(link.to)], link: link,
          lineStyle: { color: L.colour('accent'), width: 0.8 + 2.4 * share, opacity: links.length > 400 ? 0.06 : 0.25 + 0.5 * share, curveness: 0.18 }
        };
      })
    }].concat(L.providers.map(function (provider) {
      return {
        name: provider, type: 'scatter', z: 3, progressive: 0, symbolSize: placed.length > 20 ? 9 : 12,
        itemStyle: { color: L.providerColour(provider), borderColor: L.colour('surface'), borderWidth: 1 },
        label: { show: placed.length <= 20, position: 'right', color: L.colour('ink'), fontSize: 12, formatter: function (item) { return item.data.site; } },
        labelLayout: { hideOverlap: true, moveOverlap: 'shiftY' },
        data: placed.filter(function (site) { return L.provider(site) === provider; }).map(function (site) { return { value: at(site), site: site }; })
      };
    }));
    return base;
  }

  L.map = function () {
    L.options(select, [''].concat(placed), placed.length > 12 ? placed[0] : '');
    select.options[0].textContent = 'any site';
    select.disabled = placed.length === 0;
    var figure = L.figure({
      id: 'map', option: option, height: function (width) { return Math.round(Math.max(320, Math.min(620, width * 0.46))); },
      numbers: function () {
        return {
          columns: [{ title: 'Site' }, { title: 'Place' }, { title: 'Latitude', num: true }, { title: 'Longitude', num: true }],
          rows: placed.map(function (site) { var p = L.report.places[site]; return [site, p.name, p.lat.toFixed(2) + '°', p.lon.toFixed(2) + '°']; })
        };
      },
      picked: function (event) {
        if (event.data && event.data.site) { select.value = event.data.site; figure.redraw(); }
        else if (event.data && event.data.link) { L.pick(event.data.link, true); }
      }
    });
    select.addEventListener('change', figure.redraw);
  };
})(Longhaul);
